import { transferHandlers, wrap } from 'comlink'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AppError, fromWire, toWire } from '../errors/appError.ts'
import { commonErrors } from '../errors/commonErrors.ts'
import { textEndpoint } from './endpoint.ts'
import { strictLimits } from './limits.ts'
import { type Call, caller, defineMethod, serve } from './peer.ts'
import { openTransport } from './transport.ts'

/** One suite over both callers that meet our `serve`: our own, and Comlink 4.4.2. */

type Api = {
  greet(name: string, mark?: string): string
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
  serve(
    wire,
    {
      greet: defineMethod(
        ([name, mark]) => ({ name, mark }),
        ({ name, mark }) => `hello ${name}${mark ?? ''}`,
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
    toWire,
  )
}

const callOwn = (port: MessagePort): Call<Api> => {
  const wire = openTransport(port)
  closers.push(wire.close)
  return caller<Api>(wire, { timeoutMs: 100, fromWire })
}

const callComlink = (port: MessagePort): Call<Api> => {
  const remote = wrap<{ [name: string]: (...args: unknown[]) => unknown }>(
    textEndpoint(callOwn(port) as never, () => ({})),
  )
  return (method, args) => remote[method]?.(...(args as unknown[])) as never
}

beforeAll(() => {
  transferHandlers.delete('proxy')
})

describe.each([
  ['our caller', callOwn],
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

  test('a method without a result returns undefined', async () => {
    expect(await connect()('nothing', [])).toBeUndefined()
  })

  test('a coded failure keeps its code', async () => {
    const error = await connect()('reject', []).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'USER_REJECTED', number: 4001, message: 'User rejected the request' })
  })

  test('any other failure says nothing about the serving side', async () => {
    const error = await connect()('crash', []).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', message: 'An error occurred' })
    expect(JSON.stringify(error)).not.toContain('secret')
  })

  test('a method that is not in the table is not allowed', async () => {
    await expect(connect()('toString' as 'nothing', [])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'Requested RPC call is not allowed',
    })
  })

  test('a call without an answer ends in its timeout, and the line goes on', async () => {
    const call = connect()
    await expect(call('never', [])).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await call('greet', ['again'])).toBe('hello again')
  })

  test('ninety calls at once are each answered once', async () => {
    const call = connect()
    const names = Array.from({ length: 90 }, (_, index) => `${index}`)
    expect(await Promise.all(names.map((name) => call('greet', [name])))).toEqual(names.map((name) => `hello ${name}`))
  })
})
