/** `problem` is a sentence for the person. */
export type Parsed<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };
