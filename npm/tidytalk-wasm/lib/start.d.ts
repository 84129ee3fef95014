/** A module of WebAssembly, bytes of one, or where it is. */
export type Source = WebAssembly.Module | BufferSource | string | URL;

/** What loads models into a module that has started: it returns the functions of the module. */
export type Loader<F> = (tell: (id: number, head: Record<string, unknown>, body?: Uint8Array) => void, bundle: {models: Uint8Array[]; checked: boolean}) => F;

export declare function start<F>(modules?: {module?: Source; kernels?: Source}, end?: (error: Error) => void): Promise<Loader<F>>;
