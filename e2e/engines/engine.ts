/** A tab or window, by the id that its browser gives it. */
export type Tab = string
/** CSS selectors of frames, from the tab's document inwards. The empty path is the tab's own document. */
export type FramePath = readonly string[]
/** CSS pixels of the tab's viewport. */
export type Point = { x: number; y: number }
export type MouseStep = Point | 'down' | 'up' | { restMs: number }

/** Whether the browser partitions the storage of third parties by site, or denies it. */
export type Storage = 'partitioned' | 'denied'

/** A running browser, in terms that every engine's protocol offers. */
export type EngineBrowser = {
  openTab(url: string): Promise<Tab>
  tabs(): Promise<Tab[]>
  reload(tab: Tab): Promise<void>
  closeTab(tab: Tab): Promise<void>
  /** Runs a function, by its source text, in the document at the end of the path. It returns plain data. */
  run<Result, Values extends unknown[]>(
    tab: Tab,
    path: FramePath,
    body: (...values: Values) => Result,
    ...values: Values
  ): Promise<Result>
  /** Points are those of the tab's viewport. */
  mouse(tab: Tab, steps: readonly MouseStep[]): Promise<void>
  /** Presses and releases keys one after the other, in the document that has the focus. */
  type(tab: Tab, path: FramePath, keys: string): Promise<void>
  stop(): Promise<void>
}

/** A kind of browser on this machine. */
export type Engine = {
  /** The name of the program that is missing, or null if this engine can run. */
  missing(): string | null
  storages: readonly Storage[]
  start(storage: Storage): Promise<EngineBrowser>
}
