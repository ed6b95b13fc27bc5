type Draw<T> = (parts: TemplateStringsArray, ...values: Array<string | number | T | T[]>) => T

/**
 * The template tags for drawings: on the server both are the pages' `html`, in a browser they are
 * Lit's `html` and `svg`. So one function draws in both places.
 */
export interface Pen<T> {
  html: Draw<T>
  svg: Draw<T>
}
