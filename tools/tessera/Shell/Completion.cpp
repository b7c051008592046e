//===- tools/tessera/Shell/Completion.cpp - completion and manual ---------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Completion scripts for three shells, and pages for `man`, both written from
// the tables of options.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Shell/OptionLists.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

/// Without the characters of `special`, each with `with` in front.
static std::string escape(StringRef text, StringRef special, StringRef with) {
  std::string result;
  for (char c : text) {
    if (special.contains(c))
      result += with;
    result += c;
  }
  return result;
}

/// Inside of single quotes of a shell.
static std::string quoted(StringRef text) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

//===----------------------------------------------------------------------===//
// Shells
//===----------------------------------------------------------------------===//

static void writeBash(raw_ostream &os, ArrayRef<tool::ListedCommand> commands) {
  os << "# Completion of tessera for bash: source this file.\n"
        "_tessera() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} "
        "prev=${COMP_WORDS[COMP_CWORD-1]}\n"
        "  local words=\n"
        "  COMPREPLY=()\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words='";
  interleave(
      commands, os, [&](const auto &command) { os << command.name; }, " ");
  os << "'\n  else\n    case \"${COMP_WORDS[1]} $prev\" in\n";
  for (const tool::ListedCommand &command : commands)
    for (const tool::ListedOption &option : tool::optionsOf(command.name))
      if (auto choices = option.choices(); !choices.empty())
        os << "    '" << command.name << ' ' << option.name << "') words='"
           << join(choices, " ") << "' ;;\n";
  os << "    esac\n    if [ -z \"$words\" ] && [ \"${cur#-}\" != \"$cur\" ]; "
        "then\n      case \"${COMP_WORDS[1]}\" in\n";
  for (const tool::ListedCommand &command : commands) {
    os << "      " << command.name << ") words='";
    interleave(
        tool::optionsOf(command.name), os,
        [&](const auto &option) { os << option.name; }, " ");
    os << "' ;;\n";
  }
  os << "      esac\n    fi\n  fi\n"
        "  if [ -n \"$words\" ]; then\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n  fi\n}\n"
        "complete -o default -F _tessera tessera\n";
}

static void writeZsh(raw_ostream &os, ArrayRef<tool::ListedCommand> commands) {
  os << "#compdef tessera\n"
        "# Completion of tessera for zsh: put this file as _tessera into a "
        "folder "
        "of $fpath.\n"
        "_tessera() {\n  local -a commands\n  commands=(\n";
  for (const tool::ListedCommand &command : commands)
    os << "    " << quoted(command.name.str() + ":" + command.summary.str())
       << '\n';
  os << "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n"
        "    return\n  fi\n  local command=$words[2]\n  shift words\n"
        "  (( CURRENT-- ))\n  case $command in\n";
  for (const tool::ListedCommand &command : commands) {
    os << "  " << command.name << ")\n    _arguments '*:file:_files'";
    for (const tool::ListedOption &option : tool::optionsOf(command.name)) {
      std::string text =
          option.name + "[" + escape(option.help, "[]:\\", "\\") + "]";
      if (!option.value.empty()) {
        auto choices = option.choices();
        text += ":value:" + (choices.empty() ? std::string("_files")
                                             : "(" + join(choices, " ") + ")");
      }
      os << " \\\n      " << quoted(text);
    }
    os << " ;;\n";
  }
  os << "  esac\n}\n_tessera \"$@\"\n";
}

static void writeFish(raw_ostream &os, ArrayRef<tool::ListedCommand> commands) {
  os << "# Completion of tessera for fish: put this file as tessera.fish into "
        "~/.config/fish/completions.\n";
  auto fishQuoted = [](StringRef text) {
    return "'" + escape(text, "'\\", "\\") + "'";
  };
  for (const tool::ListedCommand &command : commands)
    os << "complete -c tessera -n __fish_use_subcommand -f -a " << command.name
       << " -d " << fishQuoted(command.summary) << '\n';
  for (const tool::ListedCommand &command : commands)
    for (const tool::ListedOption &option : tool::optionsOf(command.name)) {
      StringRef name = option.name;
      os << "complete -c tessera -n '__fish_seen_subcommand_from "
         << command.name << "'";
      if (name.consume_front("--"))
        os << " -l " << name;
      else if (name.consume_front("-"))
        os << (name.size() == 1 ? " -s " : " -o ") << name;
      if (!option.value.empty())
        os << " -r";
      if (auto choices = option.choices(); !choices.empty())
        os << " -f -a '" << join(choices, " ") << "'";
      os << " -d " << fishQuoted(option.help) << '\n';
    }
}

std::string tool::completionScript(StringRef shell,
                                   ArrayRef<ListedCommand> commands) {
  std::string text;
  raw_string_ostream os(text);
  if (shell == "bash")
    writeBash(os, commands);
  else if (shell == "zsh")
    writeZsh(os, commands);
  else if (shell == "fish")
    writeFish(os, commands);
  return text;
}

//===----------------------------------------------------------------------===//
// Manual
//===----------------------------------------------------------------------===//

/// A line of roff.
static std::string roff(StringRef text) {
  std::string result = escape(text, "\\-", "\\");
  // A dot or a quote at the start of a line would be a request.
  if (!result.empty() && (result[0] == '.' || result[0] == '\''))
    result.insert(0, "\\&");
  return result;
}

std::string tool::manualPage(StringRef name, ArrayRef<ListedCommand> commands) {
  std::string text;
  raw_string_ostream os(text);
  std::string title = name.empty() ? "tessera" : "tessera-" + name.str();
  StringRef summary = "compile, run and check Tile IR";
  for (const ListedCommand &command : commands)
    if (command.name == name)
      summary = command.summary;
  os << ".TH " << StringRef(title).upper()
     << " 1 \"\" Tessera \"User commands\"\n"
     << ".SH NAME\n"
     << roff(title) << " \\- " << roff(summary) << "\n.SH SYNOPSIS\n.B tessera "
     << (name.empty() ? StringRef("command") : name)
     << "\n[options] [arguments]\n";
  if (name.empty()) {
    os << ".SH COMMANDS\n";
    for (const ListedCommand &command : commands)
      os << ".TP\n.B " << command.name << '\n' << roff(command.summary) << '\n';
    return text;
  }
  os << ".SH OPTIONS\n";
  std::string group;
  for (const ListedOption &option : optionsOf(name)) {
    if (option.group != group) {
      group = option.group;
      os << ".SS " << roff(group) << '\n';
      if (!option.example.empty())
        os << "Example:\n.B " << roff(option.example) << '\n';
    }
    os << ".TP\n.B " << roff(option.name);
    if (!option.value.empty())
      os << " \\fI" << roff(option.value) << "\\fR";
    os << '\n' << roff(option.help) << '\n';
  }
  return text;
}

//===----------------------------------------------------------------------===//
// The commands
//===----------------------------------------------------------------------===//

static SmallVector<tool::ListedCommand> listedCommands() {
  SmallVector<tool::ListedCommand> listed;
  for (const tool::Command &command : tool::allCommands())
    listed.push_back({command.name, command.summary});
  return listed;
}

int tool::completionCommand(ArrayRef<const char *> arguments) {
  StringRef shell = arguments.size() == 1 ? arguments.front() : "";
  if (shell == "--help") {
    outs()
        << "usage: tessera completion <bash|zsh|fish>\n\nPrints a script for "
           "the shell, which says in its first lines where it goes:\n"
           "  tessera completion bash > tessera.bash; source tessera.bash\n";
    return 0;
  }
  std::string script = tool::completionScript(shell, listedCommands());
  if (script.empty())
    return tool::fail("completion: expected one of bash, zsh, fish, got '" +
                      shell + "'");
  outs() << script;
  return 0;
}

int tool::manualCommand(ArrayRef<const char *> arguments) {
  StringRef name = arguments.empty() ? "" : arguments.front();
  if (name == "--help") {
    outs() << "usage: tessera man [COMMAND]\n\nPrints a manual page:\n"
              "  tessera man run | man -l -\n";
    return 0;
  }
  auto listed = listedCommands();
  if (!name.empty() && none_of(listed, [&](const tool::ListedCommand &command) {
        return command.name == name;
      }))
    return tool::fail("man: unknown command '" + name + "': expected one of " +
                      join(map_range(listed,
                                     [](const tool::ListedCommand &command) {
                                       return command.name;
                                     }),
                           ", "));
  outs() << tool::manualPage(name, listed);
  return 0;
}
