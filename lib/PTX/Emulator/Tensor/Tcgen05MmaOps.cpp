//===- PTX/Emulator/Tensor/Tcgen05MmaOps.cpp - tcgen05.mma ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D in tensor memory, A in shared or tensor memory, B in shared memory, for one
// block or a pair. Where D lies is Layout/Fragments.h's tmemAccumulator, where
// the metadata of a sparse A lies is TensorSparse.h's.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "PTX/Emulator/Matrix/MatrixDescriptor.h"
#include "Tcgen05Descriptor.h"
#include "TensorSparse.h"
#include "TmemImpl.h"
#include "tessera/Layout/Fragments.h"

#include <cmath>
#include <map>
#include <tuple>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;

namespace {

struct MmaPlan {
  TensorKind kind = TensorKind::F16;
  unsigned group = 1, scales = 0; // scales of a row in one instruction
  bool isWeightStationary = false, aInTmem = false;
  bool isSparse = false, isShifted = false; // .ashift
  unsigned enableArg = 0, descriptorArg = 3;
  unsigned maskArg = ~0u, scaleInputArg = ~0u, scaleArgA = ~0u, scaleArgB = ~0u;
  unsigned zeroArg = ~0u; // zero-column mask
  unsigned depth() const { return depthOf(kind) * (isSparse ? 2 : 1); }
  /// Elements of a row of A that are there.
  unsigned depthA() const { return depthOf(kind); }
};

/// One instruction, on its way.
struct Mma {
  const MmaPlan *plan = nullptr;
  InstructionDescriptor shape;
  SmallVector<Cta *, 2> ctas; // of the pair
  MatrixDescriptor a, b;
  uint32_t d = 0, tmemA = 0, scaleA = 0, scaleB = 0; // addresses
  uint32_t metadata = 0;
  ZeroColumns zero;
  bool accumulate = true;
  unsigned scaleInput = 0;
  std::array<uint32_t, 8> disabled{};
  /// Block << 16 | lane of each row, and what a column adds.
  std::vector<uint32_t> rows;
  std::vector<std::pair<uint32_t, uint32_t>> columns; // lane, column
  /// Column j is column j of every row, and no row is left out.
  bool isPlain = false;
  Finding site;
  const DecodedInstruction *in = nullptr;

  bool place(Machine &machine, std::string &problem);
  void run(Machine &machine) const;
  template <typename F> void forEachCell(double *sum, F f) const;
  bool readSums(double *sum) const;
  void writeSums(double *sum) const;
  FetchProblems fetchA(Machine &machine, std::vector<double> &values,
                       bool &missing) const;
  void applyScales(Machine &machine, const std::vector<uint16_t> &kept,
                   std::vector<double> &a, std::vector<double> &b) const;
  void placeMetadata(Machine &machine, std::vector<uint16_t> &kept) const;
  bool isPadded(MatrixType type) const {
    return isSubByteFloat(type) && plan->kind != TensorKind::MXF4 &&
           plan->kind != TensorKind::MXF4NVF4;
  }
};

} // namespace

namespace {
/// Where the rows and columns of D lie, by path, rows and columns.
struct PlacesOfD : Extension {
  struct Places {
    std::vector<uint32_t> rows;
    std::vector<std::pair<uint32_t, uint32_t>> columns;
  };
  std::map<std::tuple<DataPath, unsigned, unsigned>, Places> known;
};
} // namespace

/// Where D's rows and columns lie.
bool Mma::place(Machine &machine, std::string &problem) {
  unsigned m = shape.m, n = shape.n;
  DataPath path = plan->isWeightStationary ? (m == 128  ? DataPath::D
                                              : m == 64 ? DataPath::E
                                                        : DataPath::G)
                  : plan->group == 2 ? (m == 256         ? DataPath::A
                                        : plan->isSparse ? DataPath::C
                                                         : DataPath::B)
                                     : (m == 128 ? DataPath::D : DataPath::F);
  auto [entry, isNew] = machine.extensions.get<PlacesOfD>().known.try_emplace(
      std::tuple(path, m, n));
  if (!isNew && !entry->second.rows.empty()) {
    rows = entry->second.rows;
    columns = entry->second.columns;
    return true;
  }
  Expected<LinearLayout> map =
      tmemAccumulator(path, m, unsigned(PowerOf2Ceil(n)));
  if (!map) {
    problem = toString(map.takeError());
    return false;
  }
  LinearLayout inverse = map->pseudoInverse();
  const tessera::layout::Space &tile = inverse.in(), &cells = inverse.out();
  for (unsigned i = 0; i < m; ++i) {
    uint64_t at = inverse.apply(tile.pack(tileDim(0), i));
    rows.push_back(uint32_t(cells.get(at, Dim::Block) << 16 |
                            cells.get(at, Dim::TmemLane)));
  }
  // Any width may be halved; a layout's is a power of two.
  for (unsigned j = 0; j < n && path == DataPath::B; ++j)
    columns.push_back({j < n / 2 ? 0u : 64u, j % (n / 2)});
  for (unsigned j = 0; j < n && path != DataPath::B; ++j) {
    uint64_t at = inverse.apply(tile.pack(tileDim(1), j));
    columns.push_back({uint32_t(cells.get(at, Dim::TmemLane)),
                       uint32_t(cells.get(at, Dim::TmemColumn))});
  }
  entry->second = {rows, columns};
  return true;
}

FetchProblems Mma::fetchA(Machine &machine, std::vector<double> &values,
                          bool &missing) const {
  unsigned k = plan->depthA(), half = shape.m / unsigned(ctas.size());
  FetchProblems problems;
  if (!plan->aInTmem) {
    OperandShape operand{shape.a, shape.mnMajorA, isPadded(shape.a), half, k,
                         0};
    for (auto [index, cta] : enumerate(ctas))
      problems.merge(fetchOperand(cta->cluster, cta->rank, a, operand,
                                  values.data() + index * half * k, k, 1));
    return problems;
  }
  // Packed along k; 4- and 6-bit elements of the f8f6f4 kinds in bytes.
  unsigned bits = isPadded(shape.a) ? 8 : packedBits(shape.a);
  for (unsigned i = 0; i < shape.m; ++i) {
    Tmem &tmem = Tmem::of(*ctas[rows[i] >> 16]);
    unsigned lane = (tmemA >> 16) + (rows[i] & 0xFFFF);
    if (plan->isShifted && lane + 1 < tmemLanes)
      ++lane; // the last row stays
    for (unsigned j = 0; j < k; ++j) {
      unsigned column = (tmemA & 0xFFFF) + j * bits / 32;
      if (lane >= tmemLanes || column >= tmemColumns ||
          !tmem.isWritten(lane, column)) {
        missing = true;
        continue;
      }
      values[i * k + j] =
          decodeElement(shape.a, tmem.cell(lane, column) >> (j * bits % 32));
    }
  }
  return problems;
}

/// The metadata of all rows, as TensorSparse.h says where it lies.
void Mma::placeMetadata(Machine &machine, std::vector<uint16_t> &kept) const {
  bool isPaired = packedBits(shape.a) == 4 && !isPadded(shape.a);
  SparseRule rule = SparseRule::of(shape.a, isPaired, SparseOrder::Tensor);
  unsigned copies = plan->isWeightStationary ? 128 / shape.m : 1;
  bool missing = false, differs = false;
  std::optional<unsigned> wrong = placeKept(
      rule, shape.m, plan->depth(),
      [&](unsigned row, unsigned chunk) {
        MetadataPlace place =
            tensorMetadata(packedBits(shape.a), rows[row & ~15u] & 0xFFFF, row,
                           chunk, shape.selector);
        Tmem &tmem = Tmem::of(*ctas[rows[row] >> 16]);
        unsigned column = (metadata & 0xFFFF) + place.column, value = 0;
        for (unsigned copy = 0; copy < copies; ++copy) {
          unsigned lane = (metadata >> 16) + place.lane + copy * (128 / copies);
          if (lane >= tmemLanes || column >= tmemColumns ||
              !tmem.isWritten(lane, column)) {
            missing = true;
            return 0x4u;
          }
          unsigned here = tmem.cell(lane, column) >> place.bit & 15;
          differs |= copy != 0 && here != value;
          if (copy == 0)
            value = here;
        }
        return value;
      },
      kept);
  if (missing)
    reportAt(machine, site, CheckKind::UninitialisedMemory,
             "sparsity metadata in tensor memory was never written", in);
  if (differs)
    reportAt(machine, site, CheckKind::Tensor,
             "the copies of the sparsity metadata differ", in);
  if (wrong)
    reportAt(machine, site, CheckKind::Operand,
             "the sparsity metadata holds " + Twine(*wrong) +
                 ", which is no pair of indices",
             in);
}

void Mma::applyScales(Machine &machine, const std::vector<uint16_t> &kept,
                      std::vector<double> &a, std::vector<double> &b) const {
  unsigned k = plan->depth(), n = shape.n, depth = plan->depthA();
  bool missing = false, differs = false;
  auto scale = [&](uint32_t base, unsigned id, unsigned ctaIndex,
                   unsigned index, unsigned step) {
    Tmem &tmem = Tmem::of(*ctas[ctaIndex]);
    unsigned column = (base & 0xFFFF) + index / 32;
    unsigned byte = (plan->scales == 4 ? 0 : id) + step * plan->scales / k;
    // The same in every quarter of the lanes.
    uint32_t value = 0;
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      unsigned lane = index % 32 + 32 * quarter;
      if (column >= tmemColumns || !tmem.isWritten(lane, column)) {
        missing = true;
        continue;
      }
      uint32_t here = tmem.cell(lane, column) >> (8 * (byte & 3)) & 0xFF;
      differs |= quarter != 0 && here != value;
      if (quarter == 0)
        value = here;
    }
    return decodeElement(shape.scaleType, value);
  };
  unsigned half = shape.m / unsigned(ctas.size());
  unsigned block = k / plan->scales;
  for (unsigned i = 0; i < shape.m; ++i)
    for (unsigned first = 0; first < k; first += block) {
      double factor = scale(scaleA, shape.scaleIdA, i / half, i % half, first);
      for (unsigned j = 0; j < depth; ++j) {
        unsigned at = plan->isSparse ? kept[i * depth + j] : j;
        if (at >= first && at < first + block)
          a[i * depth + j] *= factor;
      }
    }
  for (unsigned column = 0; column < n; ++column)
    for (unsigned first = 0; first < k; first += block) {
      double factor = scale(scaleB, shape.scaleIdB, 0, column, first);
      for (unsigned j = first; j < first + block; ++j)
        b[j * n + column] *= factor;
    }
  if (missing)
    reportAt(machine, site, CheckKind::UninitialisedMemory,
             "scales in tensor memory were never written", in);
  if (differs)
    reportAt(machine, site, CheckKind::Tensor,
             "scales differ between the four quarters of tensor memory", in);
}

/// Calls f(cell, is it written, sum) for all cells of D.
template <typename F> void Mma::forEachCell(double *sum, F f) const {
  for (unsigned i = 0; i < shape.m; ++i) {
    Tmem &tmem = Tmem::of(*ctas[rows[i] >> 16]);
    for (unsigned j = 0; j < shape.n; ++j) {
      unsigned lane = (d >> 16) + ((rows[i] & 0xFFFF) ^ columns[j].first);
      unsigned column = (d & 0xFFFF) + columns[j].second;
      unsigned bit = (rows[i] >> 16) * 128 + lane;
      if (lane < tmemLanes && !(disabled[bit / 32] >> (bit % 32) & 1))
        f(tmem.cell(lane, column), tmem.isWritten(lane, column),
          sum[size_t(i) * shape.n + j]);
    }
  }
}

/// The accumulators; false when one was never written.
bool Mma::readSums(double *sum) const {
  unsigned n = shape.n;
  if (isPlain && shape.d == MatrixType::F32 && scaleInput == 0) {
    uint8_t written = 1;
    for (unsigned i = 0; i < shape.m; ++i) {
      Tmem &tmem = Tmem::of(*ctas[rows[i] >> 16]);
      const uint32_t *cells = &tmem.cell(rows[i] & 0xFFFF, d & 0xFFFF);
      const uint8_t *states = &tmem.isWritten(rows[i] & 0xFFFF, d & 0xFFFF);
      for (unsigned j = 0; j < n; ++j) {
        written &= states[j];
        sum[size_t(i) * n + j] = bit_cast<float>(cells[j]);
      }
    }
    return written != 0;
  }
  bool isWhole = true;
  forEachCell(sum, [&](uint32_t &cell, uint8_t &isWritten, double &value) {
    isWhole &= isWritten != 0;
    value = decodeElement(shape.d, cell);
    if (scaleInput != 0)
      value = std::ldexp(value, -int(scaleInput));
  });
  return isWhole;
}

void Mma::writeSums(double *sum) const {
  unsigned n = shape.n;
  if (isPlain && shape.d == MatrixType::F32) {
    for (unsigned i = 0; i < shape.m; ++i) {
      Tmem &tmem = Tmem::of(*ctas[rows[i] >> 16]);
      uint32_t *cells = &tmem.cell(rows[i] & 0xFFFF, d & 0xFFFF);
      for (unsigned j = 0; j < n; ++j)
        cells[j] = uint32_t(
            encodeResult(MatrixType::F32, sum[size_t(i) * n + j], false));
      std::memset(&tmem.isWritten(rows[i] & 0xFFFF, d & 0xFFFF), 1, n);
    }
    return;
  }
  forEachCell(sum, [&](uint32_t &cell, uint8_t &isWritten, double &value) {
    cell = uint32_t(encodeResult(shape.d, value, shape.saturate));
    isWritten = 1;
  });
}

void Mma::run(Machine &machine) const {
  unsigned m = shape.m, n = shape.n, k = plan->depth();
  std::vector<double> left(size_t(m) * plan->depthA()), right(size_t(k) * n),
      sum(size_t(m) * n);
  std::vector<uint16_t> kept;
  bool missing = false;
  reportFetch(machine, site, fetchA(machine, left, missing), "A", in);
  unsigned half = n / unsigned(ctas.size());
  OperandShape operand{shape.b, shape.mnMajorB, isPadded(shape.b), half, k, 0};
  if (zero.isNeeded()) {
    // More columns than there are results: those the shift comes to.
    unsigned wide = n + zero.shift;
    operand.extent = wide;
    std::vector<double> all(size_t(k) * wide);
    reportFetch(machine, site,
                fetchOperand(ctas[0]->cluster, ctas[0]->rank, b, operand,
                             all.data(), 1, wide),
                "B", in);
    for (unsigned column = 0; column < n; ++column)
      if (std::optional<unsigned> from = zero.source(column, m, n))
        for (unsigned i = 0; i < k; ++i)
          right[size_t(i) * n + column] = all[size_t(i) * wide + *from];
  } else {
    for (auto [index, cta] : enumerate(ctas))
      reportFetch(machine, site,
                  fetchOperand(cta->cluster, cta->rank, b, operand,
                               right.data() + index * half, 1, n),
                  "B", in);
  }
  if (plan->isSparse)
    placeMetadata(machine, kept);
  if (missing)
    reportAt(machine, site, CheckKind::UninitialisedMemory,
             "A in tensor memory was never written", in);
  if (shape.negateA != shape.negateB)
    for (double &value : left)
      value = -value;
  if (isScaled(plan->kind))
    applyScales(machine, kept, left, right);
  bool unwritten = accumulate && !readSums(sum.data());
  if (unwritten)
    reportAt(machine, site, CheckKind::UninitialisedMemory,
             "the accumulator in tensor memory was never written", in);
  if (plan->isSparse)
    multiplyAddKept(left.data(), kept.data(), right.data(), sum.data(), m, n,
                    plan->depthA());
  else
    multiplyAdd(left.data(), right.data(), sum.data(), m, n, k);
  writeSums(sum.data());
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

/// The parts of the accumulator in each block, and of A.
static std::vector<TmemRange> targetsOf(const Mma &mma) {
  std::vector<TmemRange> targets;
  unsigned width = 0;
  for (auto [lane, column] : mma.columns)
    width = std::max(width, column + 1);
  // Few: columns lie beside one another.
  SmallVector<uint32_t, 2> lanes;
  for (auto [lane, column] : mma.columns)
    if (!is_contained(lanes, lane))
      lanes.push_back(lane);
  for (auto [index, cta] : enumerate(mma.ctas)) {
    unsigned granules = 0;
    for (uint32_t row : mma.rows)
      if (row >> 16 == index)
        for (uint32_t lane : lanes)
          granules |=
              1u << (((mma.d >> 16) + ((row & 0xFFFF) ^ lane)) / 16 & 7);
    targets.push_back({cta, granules, mma.d & 0xFFFF, width});
  }
  return targets;
}

static void issue(Warp &w, const DecodedInstruction &in, unsigned lane) {
  const auto &plan = *static_cast<const MmaPlan *>(in.data);
  auto wrong = [&](CheckKind kind, const Twine &text) {
    w.report(kind, in, lane, text);
  };
  auto mma = std::make_shared<Mma>();
  mma->plan = &plan;
  mma->in = &in;
  mma->site = siteOf(w, in, lane);
  mma->shape = InstructionDescriptor::decode(
      plan.kind, uint32_t(w.source(in.args[plan.descriptorArg])[lane]),
      plan.group, plan.isWeightStationary, plan.isSparse);
  if (!mma->shape.problem.empty())
    return wrong(CheckKind::Tensor, mma->shape.problem);
  if (plan.group == 1) {
    mma->ctas.push_back(&w.cta);
  } else {
    unsigned base = w.cta.rank & ~1u;
    if (base + 1 >= w.cta.cluster.ctas.size())
      return wrong(CheckKind::Tensor, "cta_group::2 without a pair of blocks");
    mma->ctas = {w.cta.cluster.ctas[base].get(),
                 w.cta.cluster.ctas[base + 1].get()};
  }
  std::string problem;
  if (!mma->place(w.machine, problem))
    return wrong(CheckKind::Tensor, problem);
  if (plan.isShifted && mma->shape.m < 128)
    return wrong(CheckKind::Tensor, "expected m of 128 or 256 with .ashift");
  if (plan.isSparse)
    mma->metadata = uint32_t(w.address(in.args[3], lane));
  if (plan.zeroArg != ~0u) {
    mma->zero = ZeroColumns::decode(w.source(in.args[plan.zeroArg])[lane]);
    problem = mma->zero.check(mma->shape.m, mma->shape.maxShift);
    if (!problem.empty())
      return wrong(CheckKind::Tensor, problem);
  }
  mma->d = uint32_t(w.address(in.args[0], lane));
  auto descriptor = [&](const Arg &arg, const char *operand) {
    MatrixDescriptor result = MatrixDescriptor::ofTcgen05(w.source(arg)[lane]);
    if (!result.problem.empty())
      wrong(CheckKind::Tensor, Twine(operand) + ": " + result.problem);
    return result;
  };
  if (plan.aInTmem && mma->shape.mnMajorA)
    return wrong(CheckKind::Tensor, "the instruction descriptor turns A, whose "
                                    "rows are lanes of tensor memory");
  if (plan.aInTmem)
    mma->tmemA = uint32_t(w.address(in.args[1], lane));
  else
    mma->a = descriptor(in.args[1], "A");
  mma->b = descriptor(in.args[2], "B");
  if (!mma->a.problem.empty() || !mma->b.problem.empty())
    return;
  mma->accumulate =
      (w.predicate(in.args[plan.enableArg].value) >> lane & 1) != 0;
  if (plan.scaleInputArg != ~0u)
    mma->scaleInput = unsigned(*in.args[plan.scaleInputArg].literal);
  if (plan.maskArg != ~0u) {
    const Arg &mask = in.args[plan.maskArg];
    for (unsigned i = 0; i < std::min(8u, mask.count); ++i)
      mma->disabled[i] = uint32_t(w.source(mask.elements[i])[lane]);
  }
  mma->isPlain =
      mma->d >> 16 == 0 && mma->disabled == decltype(mma->disabled){};
  for (auto [j, column] : enumerate(mma->columns))
    mma->isPlain &= column.first == 0 && column.second == j;
  if (plan.scaleArgA != ~0u) {
    mma->scaleA = uint32_t(w.address(in.args[plan.scaleArgA], lane));
    mma->scaleB = uint32_t(w.address(in.args[plan.scaleArgB], lane));
  }
  auto work = std::make_shared<TensorWork>();
  work->targets = targetsOf(*mma);
  bool isHalf = !plan.isWeightStationary &&
                (plan.group == 1 ? mma->shape.m == 64
                                 : mma->shape.m == 128 && plan.isSparse);
  unsigned baseLane = mma->d >> 16;
  if (baseLane != 0 && !(isHalf && baseLane == 16))
    return wrong(CheckKind::Tensor,
                 "expected an accumulator at lane 0, got " + Twine(baseLane));
  for (const TmemRange &range : work->targets) {
    if (!Tmem::of(*range.cta).isAllocated(range.first, range.count))
      return wrong(CheckKind::OutOfBounds,
                   "the accumulator lies in columns of tensor memory that are "
                   "not allocated");
    TmemRange source = range;
    if (plan.aInTmem) {
      source.first = mma->tmemA & 0xFFFF;
      source.count = 8;
    }
    if (range.isPending(true, false) || source.isPending(true, false))
      wrong(CheckKind::AsyncBeforeWait,
            "a tcgen05.st that was not waited for still writes an operand");
  }
  // What is wrong now is wrong, whenever the product is made.
  unsigned k = plan.depth(), pair = unsigned(mma->ctas.size());
  OperandShape a{
      mma->shape.a,        mma->shape.mnMajorA, mma->isPadded(mma->shape.a),
      mma->shape.m / pair, plan.depthA(),       0};
  OperandShape b{mma->shape.b,
                 mma->shape.mnMajorB,
                 mma->isPadded(mma->shape.b),
                 mma->shape.n / pair + mma->zero.shift,
                 k,
                 0};
  Accessor reader;
  if (w.order)
    reader = laneEngine(w, in, lane,
                        engineActor(Engine::TensorDone, w.order->actorOf(lane)),
                        /*writes=*/false);
  const Accessor *who = w.order ? &reader : nullptr;
  for (Cta *cta : mma->ctas) {
    if (!plan.aInTmem)
      reportFetch(w.machine, mma->site,
                  probeOperand(w, in, lane, *cta, mma->a, a, who), "A", &in);
    reportFetch(w.machine, mma->site,
                probeOperand(w, in, lane, *cta, mma->b, b, who), "B", &in);
  }
  if (w.order) {
    for (const TmemRange &range : work->targets)
      checkTensorWork(w, in, lane, range, /*writes=*/true);
    for (Cta *cta : mma->ctas) {
      if (plan.aInTmem)
        checkTensorWork(w, in, lane, {cta, 0xFF, mma->tmemA & 0xFFFF, 8},
                        /*writes=*/false);
      if (plan.isSparse)
        checkTensorWork(w, in, lane,
                        {cta, 0xFF, (mma->metadata & 0xFFFF),
                         packedBits(mma->shape.a) >= 16 ? 1u : 2u},
                        /*writes=*/false);
    }
  }
  work->site = mma->site;
  work->in = &in;
  work->run = [mma](Machine &machine) { mma->run(machine); };
  postTensorWork(w, lane, std::move(work));
}

static Step mmaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  forEachLane(active, [&](unsigned lane) { issue(w, in, lane); });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Bound bindMma(BindContext &c, DecodedInstruction &in) {
  if (!c.take("mma"))
    return Bound::NotMine;
  auto refuse = [&](const Twine &why) {
    c.refuse(why);
    return Bound::Refused;
  };
  static constexpr std::pair<StringRef, TensorKind> kinds[] = {
      {"kind::f16", TensorKind::F16},
      {"kind::tf32", TensorKind::TF32},
      {"kind::f8f6f4", TensorKind::F8F6F4},
      {"kind::i8", TensorKind::I8},
      {"kind::mxf8f6f4", TensorKind::MXF8F6F4},
      {"kind::mxf4", TensorKind::MXF4},
      {"kind::mxf4nvf4", TensorKind::MXF4NVF4}};
  MmaPlan plan;
  plan.isSparse = c.take("sp");
  plan.isShifted = c.take("ashift");
  plan.descriptorArg = plan.isSparse ? 4 : 3;
  plan.group = takeCtaGroup(c);
  plan.isWeightStationary = c.take("ws");
  for (auto [name, kind] : kinds)
    if (c.take(name))
      plan.kind = kind;
  // Hints on what the collector keeps.
  for (const Modifier &modifier : c.source.modifiers)
    if (StringRef(modifier.text).starts_with("collector::"))
      c.take(modifier.text);
  if (c.take("block_scale")) {
    StringRef vector = c.takeAny({"scale_vec::1X", "scale_vec::2X",
                                  "scale_vec::4X", "block16", "block32"});
    bool isEight = plan.kind == TensorKind::MXF8F6F4;
    plan.scales = vector == "scale_vec::1X"                          ? 1
                  : vector == "scale_vec::2X"                        ? 2
                  : vector == "scale_vec::4X" || vector == "block16" ? 4
                                                                     : 0;
    if (vector == "block32" || vector.empty())
      plan.scales = isEight ? 1 : 2;
    if (vector.empty() && plan.kind == TensorKind::MXF4NVF4)
      plan.scales = 4;
    if (isEight != (plan.scales == 1) ||
        (plan.scales == 4 && plan.kind != TensorKind::MXF4NVF4))
      return refuse("a scale vector this kind does not have");
  }
  plan.aInTmem = in.args[1].kind == ArgKind::Address;
  for (unsigned i = plan.descriptorArg + 1; i < in.numArgs; ++i) {
    const Arg &arg = in.args[i];
    if (arg.kind == ArgKind::None)
      continue;
    const OperandPattern &pattern = c.form.operands[i];
    if (pattern.type == Type::pred) {
      plan.enableArg = i;
      continue;
    }
    switch (pattern.kind) {
    case PatternKind::Address:
      (plan.scaleArgA == ~0u ? plan.scaleArgA : plan.scaleArgB) = i;
      break;
    case PatternKind::Immediate:
      plan.scaleInputArg = i;
      break;
    default:
      (plan.isWeightStationary ? plan.zeroArg : plan.maskArg) = i;
    }
  }
  in.data = c.keep(plan);
  return bindHandler(in, mmaStep);
}

void tessera::ptx::emu::registerTcgen05MmaOps(Registry &registry) {
  registry.add("tcgen05", bindMma);
}
