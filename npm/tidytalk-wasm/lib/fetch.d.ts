/** Returns the bytes of files of models, and whether all of them were checked by a hash. */
export declare function bundleOf(files: {url?: string; bytes?: Uint8Array; hash?: string}[], cache?: string | false): Promise<{models: Uint8Array[]; checked: boolean}>;
