import type { views } from '../features/views.ts'

export type ViewName = keyof typeof views & string

/** The data that a view needs. `view<Data>()` in the table of views carries this type. */
type DataOf<Name extends ViewName> = (typeof views)[Name] extends { readonly data?: infer Data }
  ? Exclude<Data, undefined>
  : never

/** A view from the table of views, with the data that it needs. */
export type Screen = {
  [Name in ViewName]: [DataOf<Name>] extends [never] ? { view: Name } : { view: Name; data: DataOf<Name> }
}[ViewName]
