type Child = Node | string | null | undefined | false
type Attributes = { readonly [name: string]: string | number | boolean | undefined }
type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

/**
 * Creates an element with its children. Text never becomes markup: Trusted Types would refuse it, and text from a site,
 * a token or a node is untrusted.
 */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  setAttributes(made, attributes)
  made.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  )
  return made
}

export const on = <Made extends HTMLElement>(made: Made, listeners: Listeners): Made => {
  for (const [type, listener] of Object.entries(listeners))
    made.addEventListener(type, listener as (event: Event) => void)
  return made
}

export const setAttributes = (made: Element, attributes: Attributes): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) made.removeAttribute(name)
    else made.setAttribute(name, value === true ? '' : String(value))
  }
}
