#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""F2 layout maps from gpu-facts.md as data, with self-checks (bijection, ldmatrix == mma fragment, tcgen05.ld == mma C
fragment, TMA swizzle == canonical smem layout).  A map is {input bit name: (delta per output dim)}; value = XOR over set bits."""
from itertools import product
def bits(name,n): return [f'{name}{i}' for i in range(n)]
def mk(**kw): return kw
def ev(m,sizes,nout=2):
    """sizes: {'r':nbits,'l':5,'e':..,'w':..}; returns dict input tuple -> output tuple"""
    names=[b for k,n in sizes.items() for b in bits(k,n)]
    out={}
    for vals in product((0,1),repeat=len(names)):
        o=[0]*nout; key={k:0 for k in sizes}
        for nme,v in zip(names,vals):
            k=nme.rstrip('0123456789'); i=int(nme[len(k):])
            key[k]|=v<<i
            if v:
                for d,x in enumerate(m[nme]): o[d]^=x
        out[tuple(key[k] for k in sizes)]=tuple(o)
    return out
def bij(name,m,sizes,shape):
    d=ev(m,sizes,len(shape)); s=set(d.values()); n=1
    for x in shape: n*=x
    assert len(s)==len(d)==n,(name,len(s),len(d),n)
    assert all(all(0<=v<sh for v,sh in zip(o,shape)) for o in s),name
    return d
R=lambda x:(x,0); C=lambda x:(0,x)
LR={'l2':R(1),'l3':R(2),'l4':R(4)}
# ---- mma.sync, (row, col)
Cf={'r0':C(1),'l0':C(2),'l1':C(4),**LR,'r1':R(8)}
bij('C m16n8',Cf,{'r':2,'l':5},(16,8))
A16={'e0':C(1),'l0':C(2),'l1':C(4),**LR,'r0':R(8),'r1':C(8)}
bij('A k16 16b',A16,{'e':1,'r':2,'l':5},(16,16))
A16k8={k:v for k,v in A16.items() if k!='r1'}; bij('A k8 16b',A16k8,{'e':1,'r':1,'l':5},(16,8))
A32={'l0':C(1),'l1':C(2),**LR,'r0':R(8),'r1':C(4)}; bij('A k8 tf32',A32,{'r':2,'l':5},(16,8))
A32k4={k:v for k,v in A32.items() if k!='r1'}; bij('A k4 tf32/f64',A32k4,{'r':1,'l':5},(16,4))
A64={**A32,'r2':C(8)}; bij('A k16 f64',A64,{'r':3,'l':5},(16,16))
A8={'e0':C(1),'e1':C(2),'l0':C(4),'l1':C(8),**LR,'r0':R(8),'r1':C(16)}; bij('A k32 8b',A8,{'e':2,'r':2,'l':5},(16,32))
A8k16={k:v for k,v in A8.items() if k!='r1'}; bij('A k16 8b',A8k16,{'e':2,'r':1,'l':5},(16,16))
A4={'e0':C(1),'e1':C(2),'e2':C(4),'l0':C(8),'l1':C(16),**LR,'r0':R(8),'r1':C(32)}; bij('A k64 4b',A4,{'e':3,'r':2,'l':5},(16,64))
# B as (k, n)
LN={'l2':C(1),'l3':C(2),'l4':C(4)}
B16={'e0':R(1),'l0':R(2),'l1':R(4),**LN,'r0':R(8)}; bij('B k16 16b',B16,{'e':1,'r':1,'l':5},(16,8))
B32={'l0':R(1),'l1':R(2),**LN,'r0':R(4)}; bij('B k8 tf32',B32,{'r':1,'l':5},(8,8))
B64={**B32,'r1':R(8)}; bij('B k16 f64',B64,{'r':2,'l':5},(16,8))
B8={'e0':R(1),'e1':R(2),'l0':R(4),'l1':R(8),**LN,'r0':R(16)}; bij('B k32 8b',B8,{'e':2,'r':1,'l':5},(32,8))
B4={'e0':R(1),'e1':R(2),'e2':R(4),'l0':R(8),'l1':R(16),**LN,'r0':R(32)}; bij('B k64 4b',B4,{'e':3,'r':1,'l':5},(64,8))
# ---- ldmatrix: reg i of m8n8.b16, lane l, half e -> (matrix i, row, col)
def ldm(trans): return (lambda i,l,e:(i,2*(l&3)+e,l>>2) if trans else (i,l>>2,2*(l&3)+e))
d=ev(A16,{'e':1,'r':2,'l':5})
for (e,r,l),(row,col) in d.items():      # x4 non-trans on smem[row][k]: matrix i = (rows 8*(i&1), k 8*(i>>1))
    i,mr,mc=ldm(False)(r,l,e); assert (row,col)==(8*(i&1)+mr,8*(i>>1)+mc)
d=ev(B16,{'e':1,'r':1,'l':5})
for (e,r,l),(k,n) in d.items():          # smem[k][n], .trans: matrix i = k 8*i
    i,mr,mc=ldm(True)(r,l,e); assert (k,n)==(8*i+mr,mc)
    i,mr,mc=ldm(False)(r,l,e); assert (n,k)==(mr,8*i+mc)   # smem[n][k], non-trans
# tf32 / 8-bit A through b16 non-trans: same registers, 4 B per (row, lane)
d=ev(A8,{'e':2,'r':2,'l':5})
for (e,r,l),(row,col) in d.items():
    i,mr,mc=ldm(False)(r,l,e>>1); assert (row,col)==(8*(i&1)+mr,16*(i>>1)+2*mc+(e&1))
# ldmatrix.m16n16.trans.b8: matrix i, reg r, byte e -> source row 4q+e, source byte col g+8r
lb8=lambda i,r,l,e:(i,4*(l&3)+e,(l>>2)+8*r)
for (e,r,l),(k,n) in ev(B8,{'e':2,'r':1,'l':5}).items():      # smem[k][n]: B tile h (n half) = {mat0.r=h, mat1.r=h}
    for h in (0,1):
        i,sr,sc=lb8(r,h,l,e); assert (16*i+sr,sc-8*h)==(k,n)
for (e,r,l),(row,k) in ev(A8,{'e':2,'r':2,'l':5}).items():    # smem[k][m]: x2 registers are already the A fragment
    i,sr,sc=lb8(r>>1,r&1,l,e); assert (sc,16*i+sr)==(row,k)
# stmatrix.m16n8.trans.b8: byte e -> memory row 2q+(e&1), byte col g+8(e>>1) == C fragment packed c0..c3, memory is [n][m]
for (r,l),(row,col) in ev(Cf,{'r':2,'l':5}).items(): assert (col,row)==(2*(l&3)+(r&1),(l>>2)+8*(r>>1))
# ---- wgmma D, N=64 f32
W={'r0':C(1),'l0':C(2),'l1':C(4),**LR,'r1':R(8),'r2':C(8),'r3':C(16),'r4':C(32),'w0':R(16),'w1':R(32)}
bij('wgmma D',W,{'r':5,'l':5,'w':2},(64,64))
# ---- tcgen05.ld, (lane in the 32- or 16-lane window, 32-bit column)
T={'32x32b.x8':({**{f'l{i}':R(1<<i) for i in range(5)},'r0':C(1),'r1':C(2),'r2':C(4)},3,(32,8)),
 '16x64b.x4':({'l0':R(8),'l1':C(1),**LR,'r0':C(2),'r1':C(4)},2,(16,8)),
 '16x128b.x2':({'l0':C(1),'l1':C(2),**LR,'r0':R(8),'r1':C(4)},2,(16,8)),
 '16x256b.x2':({'r0':C(1),'l0':C(2),'l1':C(4),**LR,'r1':R(8),'r2':C(8)},3,(16,16))}
for n,(m,nr,sh) in T.items(): bij(n,m,{'r':nr,'l':5},sh)
assert all(T['16x256b.x2'][0][k]==v for k,v in Cf.items())
# ---- swizzles: XOR on smem byte address bits
def sw(B,base,shift): return lambda a:a^((a>>shift)&(((1<<B)-1)<<base))
S32,S64,S128=sw(1,4,3),sw(2,4,3),sw(3,4,3); S128_32=sw(2,5,2)
for f in (S32,S64,S128,S128_32):
    assert sorted(map(f,range(2048)))==list(range(2048)) and all(f(f(a))==a for a in range(2048))
# 128B: 16-byte chunk c of 128-byte row r lands in chunk c^(r&7)
for r in range(16):
    for c in range(8): assert S128(r*128+c*16)==r*128+((c^(r&7))*16)
# 64B swizzle: 64-byte rows, chunk c of row r -> c ^ ((r>>1)&3); 32B: c ^ ((r>>2)&1)
for r in range(16):
    for c in range(4): assert S64(r*64+c*16)==r*64+((c^((r>>1)&3))*16)
    for c in range(2): assert S32(r*32+c*16)==r*32+((c^((r>>2)&1))*16)
# K advance inside a 128B atom by adding to the start address commutes with the swizzle when the atom base is 1024-aligned
for k in range(0,128,32):
    for r in range(8):
        for b in range(32): assert S128(r*128+k+b)==S128((r*128)+(k))^b if b<16 else True
# block-scale mma.sync selectors
for tid in (0,1):
    assert sorted(4*(m%8)+2*tid+m//8 for m in range(16))==[l for l in range(32) if (l&3)>>1==tid]
# M=64 cg1 (layout F): row -> TMEM lane
assert len({(r%16)+32*(r//16) for r in range(64)})==64
print('all layout checks passed')
