//===- PTX/Emulator/Tensor/Tcgen05Product.cpp - a product on its way -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fetches the operands of a product, scales them and adds it to the
// accumulators in tensor memory.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Product.h"

#include "tessera/Layout/Fragments.h"

#include <cmath>
#include <map>
#include <tuple>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;

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

bool Tcgen05Product::place(Machine &machine, std::string &problem) {
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

FetchProblems Tcgen05Product::fetchA(Machine &machine,
                                     std::vector<double> &values,
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

void Tcgen05Product::placeMetadata(Machine &machine,
                                   std::vector<uint16_t> &kept) const {
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

void Tcgen05Product::applyScales(Machine &machine,
                                 const std::vector<uint16_t> &kept,
                                 std::vector<double> &a,
                                 std::vector<double> &b) const {
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

template <typename F> void Tcgen05Product::forEachCell(double *sum, F f) const {
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

bool Tcgen05Product::readSums(double *sum) const {
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

void Tcgen05Product::writeSums(double *sum) const {
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

void Tcgen05Product::run(Machine &machine) const {
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
