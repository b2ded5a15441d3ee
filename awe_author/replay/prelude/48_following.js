// In a mock with state (C.d), the answers that a script asks for say how far the clock of the session's state has come (header
// C.d): Date goes on to that moment before the script hears of them, so that nothing is younger than the page.
function patchReplies() {
  if (!C.d) return;
  const {then} = G.Promise.prototype, listen = G.EventTarget.prototype.addEventListener;
  const told = text => { if (text !== null && +text > 0) follow(+text); };
  if (G.fetch) replaceMethod(G, "fetch", native => ({
    fetch(input) {
      return apply(then, apply(native, this, arguments), [answer => {
        told(answer.headers.get(C.d));
        return answer;
      }]);
    },
  }));
  replaceConstructor("XMLHttpRequest", args => args, null, made => {
    const heard = () => {
      if (made.readyState !== 2) return;
      // Asking for a header that a page of another origin may not see would be noted on the console.
      if (("\n" + made.getAllResponseHeaders()).includes("\n" + C.d + ":")) told(made.getResponseHeader(C.d));
    };
    apply(listen, made, ["readystatechange", heard]);
  });
}
