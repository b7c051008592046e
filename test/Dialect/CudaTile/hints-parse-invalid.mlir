// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Malformed hints are errors whatever the diagnostics mode (core.md 3.3).

cuda_tile.module @m {
  // expected-error @+1 {{expected a dictionary of hints for 'sm_100', got 3 : i64}}
  entry @k() optimization_hints=<sm_100 = 3> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected each architecture once, got 'sm_100' twice}}
  entry @k() optimization_hints=<sm_100 = {occupancy = 1}, sm_100 = {occupancy = 2}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{duplicate key 'occupancy' in dictionary attribute}}
  entry @k() optimization_hints=<sm_100 = {occupancy = 1, occupancy = 2}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an architecture, got an empty string}}
  entry @k() optimization_hints=<"" = {occupancy = 1}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'optimization_hints' is unknown}}
  entry @k() {} optimization_hints=<sm_90 = {occupancy = 1}>
}
