import type { views } from '../features/views.ts'

export type ViewName = keyof typeof views & string

/** `view<Data>()` in the table of views carries the type of the data. */
type DataOf<Name extends ViewName> = (typeof views)[Name] extends { readonly data?: infer Data }
  ? Exclude<Data, undefined>
  : never

/** A view of the table and the data that it needs. */
export type Screen = {
  [Name in ViewName]: [DataOf<Name>] extends [never] ? { view: Name } : { view: Name; data: DataOf<Name> }
}[ViewName]
