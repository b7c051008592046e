//===- CudaTile/IR/CudaTileAttrs.td - predicates, hints, debug info -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes with parameters: assume predicates (core.md 3.4), optimisation
// hints (core.md 3.3) and debug information (core.md 4). The enumeration
// attributes are in CudaTileEnums.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEATTRS_TD
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tessera/Dialect/CudaTile/IR/CudaTileDialect.td"
include "tessera/Dialect/CudaTile/IR/CudaTileEnums.td"
include "tessera/Dialect/CudaTile/IR/CudaTileInterfaces.td"

class CudaTile_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<CudaTile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Assume predicates
//===----------------------------------------------------------------------===//

class CudaTile_PredicateAttr<string name, string attrMnemonic>
    : CudaTile_Attr<name, attrMnemonic, [
        DeclareAttrInterfaceMethods<CudaTile_AssumePredicateInterface>]> {
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_DivByAttr : CudaTile_PredicateAttr<"DivBy", "div_by"> {
  let summary = "values are multiples of a power of two";
  let description = [{
    `div_by<D>`: every integer, every byte address, or the base address of a
    tensor view is a multiple of D. `div_by<D, every E along A>`: dimension A
    falls into groups of E elements; the first element of each group is a
    multiple of D and its successors grow by 1 (integers, without signed wrap)
    or by the pointee's size in bytes. `every 0` carries no information.

    Rejected when D is not a power of two or exceeds 2^62; when only one of
    E and A is given; on anything but a tile of integers or pointers or a
    tensor view; with E and A on a 0-d tile or a tensor view; when A is not a
    dimension; when E is negative or exceeds the extent of A.
  }];
  let parameters = (ins "uint64_t":$divisor,
                        "std::optional<int64_t>":$every,
                        "std::optional<int64_t>":$along);
}

def CudaTile_SameElementsAttr : CudaTile_PredicateAttr<"SameElements", "same_elements"> {
  let summary = "blocks of equal elements";
  let description = [{
    `same_elements<[C0, C1, ...]>`: dimension d falls into consecutive groups
    of C_d (the last may be short) and all elements of one block are equal. A
    group size of 0 carries no information.

    Rejected on anything but a tile of integers or pointers; when there is not
    one group size per dimension; when one is negative or exceeds the extent.
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$values);
}

def CudaTile_BoundedAttr : CudaTile_PredicateAttr<"Bounded", "bounded"> {
  let summary = "signed range of values";
  let description = [{
    `bounded<lb, ub>`: every element, read as signed, lies in [lb, ub]; `?`
    leaves a side open.

    Rejected on anything but a tile of integers; when a bound does not fit the
    element read as signed; when lb > ub.
  }];
  let parameters = (ins "std::optional<int64_t>":$lb,
                        "std::optional<int64_t>":$ub);
}

//===----------------------------------------------------------------------===//
// Optimisation hints
//===----------------------------------------------------------------------===//

def CudaTile_OptimizationHintsAttr
    : CudaTile_Attr<"OptimizationHints", "optimization_hints"> {
  let summary = "advice to the compiler, per architecture";
  let description = [{
    A dictionary from architecture (`sm_100`, `default`) to a dictionary of
    hints. Hints never change meaning; unknown ones are kept. `parse` and
    `print` handle the text after the mnemonic, `<sm_100 = {latency = 3}>`,
    which is also how ops spell it. Unlike the 13.3 tool the printer keeps the
    type of integers that are not i64.

    Rejected when an architecture's value is not a dictionary or an
    architecture is given twice.
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$value);
  let builders = [
    AttrBuilderWithInferredContext<(ins "::mlir::DictionaryAttr":$value), [{
      return $_get(value.getContext(), value);
    }]>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The hint `key` that a compiler for target `sm` honours:
    /// `hints[sm][key]`, or else that of the architecture without `a` or `f`
    /// ("sm_90" for "sm_90a"), or else `hints["default"][key]`, provided the
    /// value is legal for `sm`; null otherwise. An illegal value does not fall
    /// back to the next.
    ::mlir::Attribute lookup(::llvm::StringRef sm, ::llvm::StringRef key) const;
    bool empty() const { return getValue().empty(); }
  }];
}

//===----------------------------------------------------------------------===//
// Debug information
//===----------------------------------------------------------------------===//

/// A source line or column: 0 to 2^32 - 1; a negative literal is an error, not
/// a wrapped number.
class CudaTile_LineParameter<string what> : AttrParameter<"unsigned", what> {
  let parser = "::tessera::cuda_tile::DIFileAttr::parseLineNumber($_parser)";
}
class CudaTile_OptionalLineParameter<string what> : CudaTile_LineParameter<what> {
  let defaultValue = "0";
}

class CudaTile_DebugAttr<string name, string attrMnemonic>
    : CudaTile_Attr<name, attrMnemonic> {
  // Prints as `#di_file` and so on.
  let genMnemonicAlias = 1;
}

def CudaTile_DIFileAttr : CudaTile_DebugAttr<"DIFile", "di_file"> {
  let summary = "source file: name and directory";
  let parameters = (ins "::mlir::StringAttr":$name,
                        "::mlir::StringAttr":$directory);
  let assemblyFormat = "`<` $name `in` $directory `>`";
  let extraClassDeclaration = [{
    /// Parses a line or column number of any debug attribute.
    static ::mlir::FailureOr<unsigned> parseLineNumber(::mlir::AsmParser &parser);
  }];
}

def CudaTile_DICompileUnitAttr
    : CudaTile_DebugAttr<"DICompileUnit", "di_compile_unit"> {
  let summary = "the unit that was compiled";
  let parameters = (ins "::tessera::cuda_tile::DIFileAttr":$file);
  let assemblyFormat = "`<` struct(params) `>`";
}

def CudaTile_DISubprogramAttr
    : CudaTile_DebugAttr<"DISubprogram", "di_subprogram"> {
  let summary = "a source function";
  let description = [{
    `linkageName` is the symbol of the entry it describes, `name` is free.
  }];
  let parameters = (ins "::tessera::cuda_tile::DIFileAttr":$file,
                        CudaTile_LineParameter<"line">:$line,
                        "::mlir::StringAttr":$name,
                        "::mlir::StringAttr":$linkageName,
                        "::tessera::cuda_tile::DICompileUnitAttr":$compileUnit,
                        CudaTile_OptionalLineParameter<"line of the body">:$scopeLine);
  let assemblyFormat = "`<` struct(params) `>`";
}

def CudaTile_DILexicalBlockAttr
    : CudaTile_DebugAttr<"DILexicalBlock", "di_lexical_block"> {
  let summary = "a block inside a source function";
  let description = [{
    Rejected when the scope is neither a subprogram nor a lexical block.
  }];
  let parameters = (ins "::mlir::Attribute":$scope,
                        "::tessera::cuda_tile::DIFileAttr":$file,
                        CudaTile_LineParameter<"line">:$line,
                        CudaTile_OptionalLineParameter<"column">:$column);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def CudaTile_DILocAttr : LocationAttrDef<CudaTile_Dialect, "DILoc"> {
  let summary = "a source position in a scope";
  let description = [{
    A location: `loc(#cuda_tile.di_loc<loc("f.py":1:2) in #di_subprogram>)`.
    Rejected when the position is not a plain file location, or the scope is
    neither a subprogram nor a lexical block.
  }];
  let mnemonic = "di_loc";
  let parameters = (ins "::mlir::FileLineColRange":$sourceLoc,
                        "::mlir::Attribute":$scope);
  let assemblyFormat = "`<` $sourceLoc `in` $scope `>`";
  let genVerifyDecl = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEATTRS_TD
