/** One member of a struct, as EIP-712 writes it. */
type Member = { readonly name: string; readonly type: string }
export type StructTypes = ReadonlyMap<string, readonly Member[]>

const memberLimit = 500
/** Names are identifiers. Any other character could make the text of one type look like the text of another type. */
const identifier = /^[A-Za-z_$][\w$]*$/
/** Hyperliquid's message types have a colon in their names. Such a type may not refer to other structs. */
const primaryIdentifier = /^[A-Za-z_][\w:]*$/
const structIdentifier = /^[A-Za-z_]\w*$/
const elementary =
  /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/
const list = /^(.*)\[(\d*)\]$/

const isElementary = (type: string): boolean => elementary.test(type)

/** Splits a list type into the type of its items and its fixed length. Returns null for another type. */
export const readListType = (type: string): { item: string; length: number | null } | null => {
  const [, item, length] = list.exec(type) ?? []
  return item === undefined ? null : { item, length: length === '' ? null : Number(length) }
}

const itemTypeOf = (type: string): string => {
  const found = readListType(type)
  return found ? itemTypeOf(found.item) : type
}

/** Reads the types that the message and its domain refer to. Throws for a type that EIP-712 does not know. */
export const readTypes = (given: { readonly [name: string]: unknown }, primaryType: string): StructTypes => {
  const types = new Map<string, readonly Member[]>()
  const add = (name: string): void => {
    if (types.has(name)) return
    if (!(name === primaryType ? primaryIdentifier : structIdentifier).test(name) || isElementary(name))
      throw new Error('type name')
    const members = readMembers(Object.hasOwn(given, name) ? given[name] : undefined)
    types.set(name, members)
    for (const { type } of members) {
      const item = itemTypeOf(type)
      if (isElementary(item)) continue
      if (name.includes(':')) throw new Error('struct in a type with a colon')
      add(item)
    }
  }
  add('EIP712Domain')
  add(primaryType)
  return types
}

const readMembers = (given: unknown): Member[] => {
  if (!Array.isArray(given) || given.length > memberLimit) throw new Error('members')
  const members = given.map((member: unknown) => {
    const { name, type } = Object(member) as { name?: unknown; type?: unknown }
    if (typeof name !== 'string' || typeof type !== 'string' || !identifier.test(name)) throw new Error('member')
    return { name, type }
  })
  if (new Set(members.map(({ name }) => name)).size !== members.length) throw new Error('a name twice')
  return members
}

/** `encodeType` of EIP-712. */
export const typeTextOf = (name: string, types: StructTypes): string => {
  const found = new Set<string>()
  const visit = (each: string): void => {
    const members = types.get(each)
    if (!members || found.has(each)) return
    found.add(each)
    for (const { type } of members) visit(itemTypeOf(type))
  }
  visit(name)
  found.delete(name)
  return [name, ...[...found].toSorted()]
    .map((each) => `${each}(${(types.get(each) ?? []).map((member) => `${member.type} ${member.name}`).join()})`)
    .join('')
}
