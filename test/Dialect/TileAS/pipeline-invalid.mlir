// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the pipeline family.

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected at least one stage, got 0}}
  %0, %1 = nv_tileas.async.pipeline.create_pipeline %b {numStages = 0 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !nv_tileas.tiled_view<2x8xf32, smem> -> !p, !c
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a buffer of 3 stages, got 2}}
  %0, %1 = nv_tileas.async.pipeline.create_pipeline %b {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !nv_tileas.tiled_view<2x8xf32, smem> -> !p, !c
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a buffer of rank 2 or more, got '!nv_tileas.tiled_view<8xf32, smem>'}}
  %0, %1 = nv_tileas.async.pipeline.create_pipeline %f {numStages = 8 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !nv_tileas.tiled_view<8xf32, smem> -> !p, !c
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a buffer in smem with sharedMem, got gmem}}
  %0, %1 = nv_tileas.async.pipeline.create_pipeline %g {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8, sharedMem = true} : !nv_tileas.tiled_view<2x8xf32> -> !p, !c
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected producer_type 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf16>]} : (!p, !it) -> !p (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 producer_types, got 2}}
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>, tile<8xf32>]} : (!p, !it) -> !p (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 body arguments, got 0}}
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p  {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected body argument 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p (%s : tile<8xf16>) {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a body that ends in nv_tileas.async.pipeline.yield}}
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p (%s : tile<8xf32>) {
    ub.unreachable
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p (%s : tile<8xf32>) {
  // expected-error @+1 {{expected 1 values, got 0}}
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
    nv_tileas.async.pipeline.yield %h : tile<8xf16>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %v = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, tile<8xf16> (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 1 of type 'tensor<8xf16>', got 'tensor<8xf32>'}}
    nv_tileas.async.pipeline.yield %s, %s : tile<8xf32>, tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected producer_type 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf16>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 producer_types, got 2}}
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>, tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 body arguments, got 0}}
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token  {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected body argument 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<8xf16>) {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a body that ends in nv_tileas.async.pipeline.yield}}
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<8xf32>) {
    ub.unreachable
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<8xf32>) {
  // expected-error @+1 {{expected 1 values, got 0}}
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %1 = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
    nv_tileas.async.pipeline.yield %h : tile<8xf16>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %1, %v = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<8xf32>]} : (!p, !it) -> !p, !nv_tileas.async.token, tile<8xf16> (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 1 of type 'tensor<8xf16>', got 'tensor<8xf32>'}}
    nv_tileas.async.pipeline.yield %s, %s : tile<8xf32>, tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected consumer_type 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf16>]} : (!c, !it) -> !c (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 consumer_types, got 2}}
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>, tile<8xf32>]} : (!c, !it) -> !c (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 body arguments, got 0}}
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c  {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected body argument 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c (%s : tile<8xf16>) {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a body that ends in nv_tileas.async.pipeline.yield}}
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c (%s : tile<8xf32>) {
    ub.unreachable
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c (%s : tile<8xf32>) {
  // expected-error @+1 {{expected 1 values, got 0}}
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
    nv_tileas.async.pipeline.yield %h : tile<8xf16>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %v = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, tile<8xf16> (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 1 of type 'tensor<8xf16>', got 'tensor<8xf32>'}}
    nv_tileas.async.pipeline.yield %s, %s : tile<8xf32>, tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected consumer_idx of at least 0, got -1}}
  %0 = nv_tileas.async.pipeline.consume_one %c, %i {consumer_idx = -1 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected consumer_type 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf16>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 consumer_types, got 2}}
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>, tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected 1 body arguments, got 0}}
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token  {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected body argument 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf16>) {
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected a body that ends in nv_tileas.async.pipeline.yield}}
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf32>) {
    ub.unreachable
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf32>) {
  // expected-error @+1 {{expected 1 values, got 0}}
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 0 of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
    nv_tileas.async.pipeline.yield %h : tile<8xf16>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  %0, %1, %v = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token, tile<8xf16> (%s : tile<8xf32>) {
  // expected-error @+1 {{expected value 1 of type 'tensor<8xf16>', got 'tensor<8xf32>'}}
    nv_tileas.async.pipeline.yield %s, %s : tile<8xf32>, tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected consumer_idx of at least 0, got -1}}
  %0, %1 = nv_tileas.async.pipeline.consume_one_async %c, %i {consumer_idx = -1 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, !nv_tileas.async.token (%s : tile<8xf32>) {
    nv_tileas.async.pipeline.yield %s : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected each attribute once, got producer_types again}}
  %0 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [], producer_types = []} : (!p, !it) -> !p {
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected values of the iterator's payload ('tensor<8xf32>'), got ('tensor<8xf16>')}}
  %0 = nv_tileas.async.pipeline.producer_write %p, %i, %h : !p, !it, tile<8xf16> -> !p
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected results of the iterator's payload ('tensor<8xf32>'), got ('tensor<8xf16>')}}
  %0 = nv_tileas.async.pipeline.consumer_read %c, %i {consumer_idx = 0 : i32} : !c, !it -> tile<8xf16>
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected consumer_idx of at least 0, got -2}}
  %0 = nv_tileas.async.pipeline.consumer_read %c, %i {consumer_idx = -2 : i32} : !c, !it -> tile<8xf32>
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected consumer_idx of at least 0, got -3}}
  %0 = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = -3 : i32} : !c, !it -> !c
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected one register budget per agent, 1 in all, got 2}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40, 40] isolated = false {
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected register budgets that are 0 or multiples of 8 from 24 to 256, got 20}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [20] isolated = false {
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected register budgets that are 0 or multiples of 8 from 24 to 256, got 44}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [44] isolated = false {
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected at least one agent per group, got 0}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 0 max_regs = [40] isolated = false {
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected an agent that ends in nv_tileas.async.pipeline.yield}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40] isolated = false {
    ub.unreachable
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40] isolated = false {
  // expected-error @+1 {{expected no value of an agent, got 1}}
    nv_tileas.async.pipeline.yield %x : tile<8xf32>
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40] isolated = true {
  // expected-error @+1 {{expected no value from outside an isolated agent}}
    %y = arith.addf %x, %x : tensor<8xf32>
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{expected at least one agent, got none}}
  "nv_tileas.async.pipeline.agent_switch"() <{num_agents_per_group = 1 : i32, max_regs = array<i32>, isolated = false}> : () -> ()
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
nv_tileaa.func @f(%b: !nv_tileas.tiled_view<2x8xf32, smem>, %g: !nv_tileas.tiled_view<2x8xf32>, %f: !nv_tileas.tiled_view<8xf32, smem>, %p: !p, %c: !c, %i: !it, %x: tensor<8xf32>, %h: tensor<8xf16>) {
  // expected-error @+1 {{op expects parent op to be one of}}
  nv_tileas.async.pipeline.yield
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%c: !nv_tileas.async.pipeline.consumer_token) {
  // expected-error @+1 {{expected a stage of at least 0, got -1}}
  %i = nv_tileas.async.pipeline.create_iterator %c {stage = -1 : i32} : !nv_tileas.async.pipeline.consumer_token -> !nv_tileas.async.pipeline.iterator<tile<8xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%c: !nv_tileas.async.pipeline.consumer_token) {
  // expected-error @+1 {{expected a stage or that of the team, got both}}
  %i = nv_tileas.async.pipeline.create_iterator %c {of_team, stage = 1 : i32} : !nv_tileas.async.pipeline.consumer_token -> !nv_tileas.async.pipeline.iterator<tile<8xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%team: i32) {
  %s = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<8xf32, smem>
  // expected-error @+1 {{expected storage of each team or a place in tensor memory, got '!nv_tileas.tiled_view<8xf32, smem>'}}
  %t = nv_tileas.of_team %s, %team : !nv_tileas.tiled_view<8xf32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  %s = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<8xf32, smem>
  // expected-error @+1 {{expected storage of each team, got '!nv_tileas.tiled_view<8xf32, smem>'}}
  nv_tileas.retire_storage %s : !nv_tileas.tiled_view<8xf32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected storage in smem for each team, got 'tensor<8xf32>'}}
  %s = nv_tileas.alloc_tensor {each_team} : tile<8xf32>
  nv_tileaa.return
}
