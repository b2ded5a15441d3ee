// An attribute. null and false take it away; true leaves it empty, where it is no word of its own (aria-expanded, draggable).
import {absolute} from "./10_natives.js";

const ADDRESSES = /^(href|src|action|formaction|poster|cite)$/;
const WORDS = /^(aria-|data-)|^(contenteditable|draggable|spellcheck|autocomplete|translate)$/;

export function attribute(name) {
  const spelled = want => want === null || (want === false && !WORDS.test(name)) ? null : want === true && !WORDS.test(name) ? "" : String(want);
  const known = value => value !== null && ADDRESSES.test(name) ? absolute(value) : value;
  return {
    read(element) {
      return known(element.getAttribute(name));
    },
    same(element, want) {
      const have = element.getAttribute(name);
      const wanted = spelled(want);
      return have === wanted || (have !== null && wanted !== null && ((want === true && !WORDS.test(name)) || known(have) === known(wanted)));
    },
    put(element, want) {
      const old = element.getAttribute(name);
      const wanted = spelled(want);
      if (wanted === null) element.removeAttribute(name);
      else element.setAttribute(name, wanted);
      return () => { if (old === null) element.removeAttribute(name); else element.setAttribute(name, old); };
    },
  };
}
