// Was a document made for another moment or another address than those at which it is shown?
import {address, performance} from "./10_natives.js";

// From a cache, or from a service worker that keeps pages?
export function isOld() {
  const [entry] = performance.getEntriesByType("navigation");
  return C.u !== address() || !!entry && (entry.workerStart > 0 || entry.deliveryType === "cache");
}
