// The module in this thread.
import {bundleOf} from './fetch.js';
import {start} from './start.js';

// Starts the module with models. tell gets the answers, end an error that is the last of it.
export async function run({files, cache, module, kernels}, tell, end) {
  const [loader, bundle] = await Promise.all([start({module, kernels}, end), bundleOf(files, cache)]);
  const program = loader(tell, bundle);
  return {
    post({id, path, options, body, text, end: over, cancel}) {
      if (path) program.ask(id, path, options, body);
      else if (cancel) program.cancel(id);
      else program.write(id, text, over);
    },
    close() {},
  };
}
