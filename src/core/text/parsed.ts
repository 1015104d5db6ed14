/** The result of parsing what a person or a program wrote: its value, or a sentence about the problem. */
export type Parsed<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };
