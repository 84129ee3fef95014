// The library as a module of WebAssembly. wasm_exec.js of the Go release that made the module has to be loaded first:
// it defines Go.

// start instantiates the module, with its kernels, and returns load(models...): models are Uint8Arrays, and what comes
// back has clean(query, bytes), label(query, bytes) and stream(query). module and kernels are what
// WebAssembly.compile and compileStreaming return.
export async function start(module, kernels) {
  const go = new Go()
  go.argv = ['tidytalk']
  // The kernels need the memory of the module, and the module the kernels: these stand between.
  let own
  const tidytalk = Object.fromEntries(WebAssembly.Module.exports(kernels).map(({ name }) => [name, (...a) => own[name](...a)]))
  const instance = await WebAssembly.instantiate(module, { ...go.importObject, tidytalk })
  own = (await WebAssembly.instantiate(kernels, { program: { mem: instance.exports.mem } })).exports
  const load = await new Promise((resolve, reject) => {
    globalThis.tidytalkReady = resolve
    go.run(instance).then(() => reject(new Error('the module has ended')), reject)
  })
  delete globalThis.tidytalkReady
  return (...models) => functions(checked(load(...models)))
}

function functions(f) {
  const encoder = new TextEncoder()
  const bytes = (x) => (typeof x === 'string' ? encoder.encode(x) : x)
  const query = (options) => new URLSearchParams(options ?? '').toString()
  return {
    clean: (text, options) => checked(f.clean(query(options), bytes(text))),
    label: (text, options) => checked(f.label(query(options), bytes(text))),
    stream(options) {
      const s = checked(f.stream(query(options)))
      return { write: (text) => checked(s.write(text)), flush: () => checked(s.flush()), close: () => checked(s.close()) }
    },
  }
}

function checked(answer) {
  if (answer?.error !== undefined) throw new Error(answer.error)
  return answer
}
