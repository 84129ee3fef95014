// node measure.mjs WASM_EXEC MODULE KERNELS TEXT TIMES MODEL...: how fast the module is in Node.
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
const [exec, module, kernels, file, times, ...models] = process.argv.slice(2)
await import(pathToFileURL(fs.realpathSync(exec)))
const { start } = await import('./tidytalk.mjs')
const began = performance.now()
const since = () => `${Math.round(performance.now() - began)} ms`
const load = await start(await WebAssembly.compile(fs.readFileSync(module)), await WebAssembly.compile(fs.readFileSync(kernels)))
console.log('started after', since())
const tidytalk = load(...models.map((m) => fs.readFileSync(m)))
console.log('models after', since())
const text = fs.readFileSync(file, 'utf8')
tidytalk.clean(text.slice(0, text.indexOf('\n') + 1))
console.log('first result after', since())
let best = 0
for (let i = 0; i < Number(times); i++) {
  const from = performance.now(), cpu = process.cpuUsage()
  tidytalk.clean(text)
  const took = performance.now() - from, used = process.cpuUsage(cpu)
  const speed = text.split(/\s+/).length / took * 1000
  best = Math.max(best, speed)
  if (i % 5 === 4) console.log(`${Math.round(speed)} words/s, of which ${Math.round(took)} ms took ${Math.round((used.user + used.system) / 1000)} ms of processors`)
}
console.log(`${Math.round(best)} words/s at best`)
