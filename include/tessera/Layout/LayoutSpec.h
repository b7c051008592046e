//===- Layout/LayoutSpec.h - layouts by name --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The spelling of layouts on the command line and in tests.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_LAYOUTSPEC_H
#define TESSERA_LAYOUT_LAYOUTSPEC_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera::layout {

/// Builds the layout that `spec` names. One of:
///   {register: [(0,1)], lane: [...]} -> (dim0:4, dim1:4)
///   blocked(shape=[64,64], registers=[1,8], lanes=[4,8], warps=[4,1],
///           order=[1,0], blocks=[1,1])       (order and blocks are optional)
///   mma.m16n8k16.A.b16   mma.m16n8k16.B.b16   mma.m16n8k16.C
///   wgmma.m64n128.C   wgmma.A.b16
///   tcgen05.16x256b.x4[.warpgroup]   tcgen05.16x32bx2.x4.split8
///   tmem.D.m128n64
///   ldmatrix.m8n8.x4[.trans]   ldmatrix.m16n16.x2.trans   ldmatrix.m8n16.x4
///   stmatrix.m8n8.x4[.trans]   stmatrix.m16n8.x4.trans
///   addresses.ldmatrix.m8n8.x4 ...   (which lane gives which row's address)
///   shared(shape=[64,64], bits=16, swizzle=128, order=[1,0])
/// swizzle is none, 32, 64, 128, 128a32, 128a64 or [bits,base,shift].
/// Fails with what was expected and the column, or with the constructor's
/// reason.
llvm::Expected<LinearLayout> parseLayoutSpec(llvm::StringRef spec);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_LAYOUTSPEC_H
