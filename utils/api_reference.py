# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reference pages of the two interfaces, for utils/generate_docs.py: that of C from the
comments of include/tessera-c, that of Python from the docstrings of python/tessera.

Both are read as text, so that the pages can be written without building anything.
"""

import ast
import os
import re

HEADERS = "include/tessera-c"
PACKAGE = "python/tessera"
# The order in which a reader needs them.
C_PARTS = ("Compile.h", "Launch.h", "Check.h", "Time.h")
PYTHON_MODULES = ("module.py", "kernel.py", "errors.py")
PYTHON_EXTRA = "cutile.py"


# --- C ---


def unwrap(comment):
    """The text of a C comment."""
    lines = comment.strip().removeprefix("/*").removesuffix("*/").split("\n")
    paragraphs = re.split(r"\n\s*\n", "\n".join(line.strip() for line in lines).strip())
    return "\n\n".join(" ".join(each.split()) for each in paragraphs)


def c_items(text):
    """(comment, declaration) pairs and section titles (title, None), in their order."""
    body = text[text.index('extern "C" {') :].split("#endif", 1)[1]
    body = body[: body.rindex("#ifdef __cplusplus")]
    position, comment = 0, ""
    token = re.compile(r"\s*(?:(/\*===-- (.*?) -+===\*/)|(/\*.*?\*/)|(#define(?:[^\n]*\\\n)*[^\n]*))", re.DOTALL)
    while body[position:].strip():
        match = token.match(body, position)
        if match:
            position = match.end()
            if match[2]:
                yield match[2], None
            elif match[3]:
                comment = unwrap(match[3])
            else:
                yield comment, match[4]
                comment = ""
            continue
        # Up to the semicolon outside of braces.
        depth, end = 0, position
        while depth or body[end] != ";":
            # Braces and semicolons in comments do not count.
            if body.startswith("/*", end):
                end = body.index("*/", end) + 1
            else:
                depth += {"{": 1, "}": -1}.get(body[end], 0)
            end += 1
        yield comment, body[position : end + 1].strip()
        position, comment = end + 1, ""


def c_name(declaration):
    """What a declaration declares; None for an initialiser, which goes with its struct."""
    if declaration.startswith("#define"):
        name = re.match(r"#define (\w+)", declaration)[1]
        return None if name.endswith("_INIT") else name
    if declaration.startswith("typedef"):
        pointer = re.search(r"\(\*(\w+)\)", declaration)
        return pointer[1] if pointer else re.search(r"(\w+);$", declaration)[1]
    return re.search(r"\b(tessera_\w+)\(", declaration)[1]


def c_page(root):
    lines = [
        "# Reference of the C interface",
        "",
        "Everything that `tessera-c/Tessera.h` declares. [c-api.md](../c-api.md) explains how it is used.",
    ]
    for part in C_PARTS:
        with open(os.path.join(root, HEADERS, part), encoding="utf-8") as file:
            text = file.read()
        lines += ["", f"## tessera-c/{part}"]
        for comment, declaration in c_items(text):
            if declaration is None:
                lines += ["", f"### {comment}"]
                continue
            name = c_name(declaration)
            if name:
                lines += ["", f"#### `{name}`"]
            code = declaration.replace("TESSERA_API ", "")
            lines += ["", "```c", code, "```"]
            if comment:
                lines += ["", comment]
    return "\n".join(lines)


# --- Python ---


def attribute_comments(source):
    """{line of an attribute: the `#:` comments above it}."""
    found, pending = {}, []
    for number, line in enumerate(source.splitlines(), 1):
        match = re.match(r"\s*#: (.*)", line)
        if match:
            pending.append(match[1])
        elif pending:
            found[number] = " ".join(pending)
            pending = []
    return found


def doc_of(node):
    """The docstring, its paragraphs on one line each but for examples."""
    text = (ast.get_docstring(node) or "").strip()
    parts = []
    for each in re.split(r"\n\s*\n", text):
        parts.append(f"```text\n{each}\n```" if each.startswith(">>>") else " ".join(each.split()))
    return "\n\n".join(part for part in parts if part)


def signature(node, prefix=""):
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{prefix}{node.name}({arguments}){returns}"
    if len(line) <= 90:
        return line
    # One argument a line.
    depth, parts, current = 0, [], ""
    for character in arguments:
        depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    parts.append(current.strip())
    inside = "".join(f"    {part},\n" for part in parts)
    return f"{prefix}{node.name}(\n{inside}){returns}"


def class_lines(node, comments):
    bases = ", ".join(ast.unparse(each) for each in node.bases)
    lines = ["", f"### class `{node.name}`" + (f" ({bases})" if bases else "")]
    lines += ["", doc_of(node)]
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            text = comments.get(each.lineno, "")
            kind = ast.unparse(each.annotation)
            lines += ["", f"- `{each.target.id}: {kind}`" + (f": {text}" if text else "")]
        elif isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            if any(ast.unparse(mark) == "property" for mark in each.decorator_list):
                kind = ast.unparse(each.returns)
                lines += ["", f"- `{each.name}: {kind}`: {doc_of(each)}"]
            else:
                lines += ["", f"#### `{node.name}.{each.name}`"]
                lines += ["", "```text", signature(each), "```", "", doc_of(each)]
        elif isinstance(each, ast.FunctionDef) and each.name == "__init__":
            # Attributes that only the constructor names.
            for statement in ast.walk(each):
                if isinstance(statement, ast.Assign) and statement.lineno in comments:
                    target = ast.unparse(statement.targets[0]).replace("self.", "").strip("()")
                    lines += ["", f"- `{target}`: {comments[statement.lineno]}"]
    return lines


def exported_names(tree):
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


def module_lines(path, exported):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    comments, lines = attribute_comments(source), []
    for node in ast.parse(source).body:
        name = getattr(node, "name", None)
        if name not in exported:
            continue
        if isinstance(node, ast.ClassDef):
            lines += class_lines(node, comments)
        else:
            lines += ["", f"### `{name}`"]
            lines += ["", "```text", signature(node), "```", "", doc_of(node)]
    return lines


def python_page(root):
    def path(name):
        return os.path.join(root, PACKAGE, name)

    def parse(name):
        with open(path(name), encoding="utf-8") as file:
            return ast.parse(file.read())

    package = parse("__init__.py")
    exported = exported_names(package)
    lines = [
        "# Reference of the Python package",
        "",
        "Everything that `tessera` exports. [python.md](../python.md) and [cutile.md](../cutile.md) explain how it is used.",
        "",
        "## tessera",
        "",
        doc_of(package),
    ]
    for name in PYTHON_MODULES:
        lines += module_lines(path(name), exported)
    lines += ["", "### class `Pool`", "", "Threads that launches use: `Pool(threads=0)`, 0 for one per processor."]
    lines += ["", "- `threads: int`: How many, the launching one included."]
    lines += ["", "### `tile_ir_version`", "", "The newest version of Tile IR that is read: major * 100 + minor."]
    extra = parse(PYTHON_EXTRA)
    lines += ["", "## tessera.cutile", "", doc_of(extra)]
    lines += module_lines(path(PYTHON_EXTRA), exported_names(extra))
    missing = [each for each in exported if f"`{each}`" not in "\n".join(lines)]
    if missing:
        raise RuntimeError(f"{PACKAGE}: exported and not documented: {', '.join(missing)}")
    return "\n".join(lines)


def pages(root):
    """(page, source, text) for each interface that the tree has."""
    if os.path.isdir(os.path.join(root, HEADERS)):
        yield "c-reference.md", HEADERS, c_page(root)
    if os.path.isdir(os.path.join(root, PACKAGE)):
        yield "python-reference.md", PACKAGE, python_page(root)
