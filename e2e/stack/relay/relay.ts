import { listen, type RelayOptions, type Run } from './listen.ts'
import type { Mood } from './socket.ts'

export type Relay = {
  url: string
  sockets(): { open: number; opened: number }
  /** Stops, and is back on the same port, with what its file has kept. */
  restart(): Promise<void>
  /** Ends every socket with the reason and each new one too; null serves again. */
  refuse(reason: string | null): void
  /** Takes everything and answers nothing, as a network that lost its way. */
  hang(hanging: boolean): void
  /** As a crash: no socket hears a goodbye, nobody listens any more. */
  stop(): Promise<void>
}

/** A WalletConnect v2 relay for one machine. It never logs: topics and sizes say who talks to whom. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const mood: Mood = { refusal: null, isHanging: false, opened: 0 }
  let run: Run | undefined = await listen(options, mood)

  async function end(): Promise<void> {
    const ending = run
    run = undefined
    await ending?.end()
  }

  return {
    url: `ws://127.0.0.1:${options.port}`,
    sockets: () => ({ open: run?.open() ?? 0, opened: mood.opened }),
    async restart() {
      await end()
      run = await listen(options, mood)
    },
    refuse(reason) {
      mood.refusal = reason
      if (reason !== null) run?.closeAll(reason)
    },
    hang(isHanging) {
      mood.isHanging = isHanging
    },
    stop: end,
  }
}
