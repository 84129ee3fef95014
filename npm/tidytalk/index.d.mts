import * as tidytalk from './index.js';

export * from './index.js';
export default tidytalk;
