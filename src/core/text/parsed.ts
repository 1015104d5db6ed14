/** What came of reading something that a person or a machine wrote: its value, or a sentence that says what is wrong. */
export type Parsed<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };
