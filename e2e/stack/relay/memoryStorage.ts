/** A client's storage in memory, so that a test can restart a client with its old state. */
export function createMemoryStorage() {
  const items = new Map<string, string>()
  // Only the client itself wrote this JSON, so no schema checks it.
  const read = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))
  return {
    getKeys: async (): Promise<string[]> => [...items.keys()],
    getEntries: async <T>(): Promise<[string, T][]> => [...items].map(([key, text]) => [key, read(text)]),
    getItem: async <T>(key: string): Promise<T | undefined> => read(items.get(key)),
    setItem: async <T>(key: string, value: T): Promise<void> => void items.set(key, JSON.stringify(value)),
    removeItem: async (key: string): Promise<void> => void items.delete(key),
  }
}
