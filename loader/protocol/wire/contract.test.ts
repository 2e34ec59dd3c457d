import { transferHandlers, wrap } from 'comlink'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AppError, fromWireError, toWireError } from '../errors/appError.ts'
import { commonErrors } from '../errors/commonErrors.ts'
import { textEndpoint } from './endpoint.ts'
import { type ApiCaller, createApiCaller, defineMethod, serveApi } from './peer.ts'
import { strictLimits } from './strictLimits.ts'
import { openTransport } from './transport.ts'

/** Runs each test against `serveApi` twice: with calls of `createApiCaller`, and with calls of Comlink 4.4.2. */

type Api = {
  greet(name: string, suffix?: string): string
  nothing(): void
  reject(): void
  crash(): void
  never(): void
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const serveOver = (port: MessagePort) => {
  const wire = openTransport(port, strictLimits())
  closers.push(wire.close)
  serveApi(
    wire,
    {
      greet: defineMethod(
        ([name, suffix]) => ({ name, suffix }),
        ({ name, suffix }) => `hello ${name}${suffix ?? ''}`,
      ),
      nothing: defineMethod(
        () => undefined,
        () => undefined,
      ),
      reject: defineMethod(
        () => undefined,
        () => {
          throw new AppError(commonErrors.USER_REJECTED)
        },
      ),
      crash: defineMethod(
        () => undefined,
        () => {
          throw new Error('a secret of the serving side')
        },
      ),
      never: defineMethod(
        () => undefined,
        () => new Promise(() => undefined),
      ),
    },
    toWireError,
  )
}

const callDirectly = (port: MessagePort): ApiCaller<Api> => {
  const wire = openTransport(port)
  closers.push(wire.close)
  return createApiCaller<Api>(wire, { timeoutMs: 1_000, fromWire: fromWireError })
}

const callComlink = (port: MessagePort): ApiCaller<Api> => {
  const remote = wrap<{ [name: string]: (...args: unknown[]) => unknown }>(
    textEndpoint(callDirectly(port) as never, () => ({})),
  )
  return (method, args) => remote[method]?.(...(args as unknown[])) as never
}

beforeAll(() => {
  transferHandlers.delete('proxy')
})

describe.each([
  ['createApiCaller', callDirectly],
  ['Comlink', callComlink],
] as const)('%s', (_name, callOver) => {
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    serveOver(port1)
    return callOver(port2)
  }

  test('a call returns the result of its method', async () => {
    const call = connect()
    expect(await Promise.all([call('greet', ['Ada']), call('greet', ['Bo', '!'])])).toEqual(['hello Ada', 'hello Bo!'])
  })

  test('returns undefined for a method without a result', async () => {
    expect(await connect()('nothing', [])).toBeUndefined()
  })

  test('keeps the code of a coded failure', async () => {
    const error = await connect()('reject', []).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'USER_REJECTED', number: 4001, message: 'User rejected the request' })
  })

  test('hides the message of a failure without a code', async () => {
    const error = await connect()('crash', []).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', message: 'An error occurred' })
    expect(JSON.stringify(error)).not.toContain('secret')
  })

  test('refuses a method that the served API lacks', async () => {
    await expect(connect()('toString' as 'nothing', [])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'Requested RPC call is not allowed',
    })
  })

  test('rejects a call without an answer after its timeout and keeps the channel open', async () => {
    const call = connect()
    await expect(call('never', [])).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await call('greet', ['again'])).toBe('hello again')
  })

  test('answers each of ninety parallel calls once', async () => {
    const call = connect()
    const names = Array.from({ length: 90 }, (_, index) => `${index}`)
    expect(await Promise.all(names.map((name) => call('greet', [name])))).toEqual(names.map((name) => `hello ${name}`))
  })
})
