import tidytalk from './index.js';

export const {Cleaner, Document, TidytalkError, clean, close, labels} = tidytalk;
export default tidytalk;
