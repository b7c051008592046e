//===- Runtime/Driver/Handles.h - which handles are live -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A client may pass any bits as a handle. A table knows which objects of a kind
// are alive; an operation holds the object it works on, so that destroying a
// handle on another thread does not pull it away.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_HANDLES_H
#define TESSERA_LIB_RUNTIME_DRIVER_HANDLES_H

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace tessera::sim {

template <typename Object> class HandleTable {
public:
  /// Makes the object known; its address is its handle.
  void *add(std::shared_ptr<Object> object) {
    void *handle = object.get();
    std::lock_guard guard(mutex);
    live.emplace(handle, std::move(object));
    return handle;
  }
  /// The object, or null for what is no live handle of this kind.
  std::shared_ptr<Object> find(void *handle) const {
    std::lock_guard guard(mutex);
    auto found = live.find(handle);
    return found == live.end() ? nullptr : found->second;
  }
  /// Forgets the handle; null for what is none.
  std::shared_ptr<Object> remove(void *handle) {
    std::lock_guard guard(mutex);
    auto found = live.find(handle);
    if (found == live.end())
      return nullptr;
    std::shared_ptr<Object> object = std::move(found->second);
    live.erase(found);
    return object;
  }
  std::vector<std::shared_ptr<Object>> all() const {
    std::lock_guard guard(mutex);
    std::vector<std::shared_ptr<Object>> objects;
    for (const auto &[handle, object] : live)
      objects.push_back(object);
    return objects;
  }

private:
  mutable std::mutex mutex;
  std::unordered_map<void *, std::shared_ptr<Object>> live;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_HANDLES_H
