import { type RelayOptions, type RelayRun, startRelayRun } from './listen.ts'
import type { RelayFaults } from './socket.ts'

export type Relay = {
  url: string
  sockets(): { open: number; opened: number }
  /** Restarts on the same port, with the messages of its file. */
  restart(): Promise<void>
  /** Closes every present and future socket with the reason. With null, the relay accepts sockets again. */
  refuse(reason: string | null): void
  /** While hanging, the relay accepts every socket and message and answers none, as a broken network does. */
  hang(hanging: boolean): void
  /** Stops without close frames, as a crash does. */
  stop(): Promise<void>
}

/** A WalletConnect v2 relay for one machine. It never logs, since topics and sizes reveal who talks to whom. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const faults: RelayFaults = { refusal: null, isHanging: false, opened: 0 }
  let run: RelayRun | undefined = await startRelayRun(options, faults)

  async function end(): Promise<void> {
    const ending = run
    run = undefined
    await ending?.end()
  }

  return {
    url: `ws://127.0.0.1:${options.port}`,
    sockets: () => ({ open: run?.open() ?? 0, opened: faults.opened }),
    async restart() {
      await end()
      run = await startRelayRun(options, faults)
    },
    refuse(reason) {
      faults.refusal = reason
      if (reason !== null) run?.closeAll(reason)
    },
    hang(isHanging) {
      faults.isHanging = isHanging
    },
    stop: end,
  }
}
