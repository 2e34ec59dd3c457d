import { base58 } from '@scure/base'
import type { SolanaInstructionName } from '../../../approval/messages.ts'
import type { SolanaInstruction, SolanaMessage } from './transaction.ts'

/**
 * The action that an instruction claims. `unknown`: the wallet cannot decode the instruction. Amounts are in base
 * units.
 */
export type SolanaAction =
  | { kind: 'transfer'; mint: string | null; amount: bigint; from: string; to: string; decimals: number | null }
  | { kind: 'allow'; account: string; amount: bigint; spender: string }
  | { kind: 'revoke'; account: string }
  /** An instruction that hands over or closes an account. */
  | { kind: 'control'; name: SolanaInstructionName; account: string; to: string | null }
  | { kind: 'create'; account: string; lamports: bigint; owner: string }
  | { kind: 'known'; name: SolanaInstructionName }
  | { kind: 'memo'; text: string }
  | { kind: 'fee'; unitPrice: bigint | null; unitLimit: number | null }
  | { kind: 'unknown'; program: string }

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const memoPrograms = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

export const decodeInstruction = (instruction: SolanaInstruction, message: SolanaMessage): SolanaAction => {
  const unknown: SolanaAction = { kind: 'unknown', program: instruction.program }
  const read = programs.get(instruction.program)
  if (!read) return unknown
  const { data } = instruction
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const account = (position: number): string => {
    const index = instruction.accounts[position]
    if (index === undefined) throw new RangeError('account')
    return message.accounts[index] ?? `account ${index + 1}, from a lookup table`
  }
  try {
    return read({ data, view, account }) ?? unknown
  } catch {
    // The data is too short for the instruction that its first byte names.
    return unknown
  }
}

type Parts = { data: Uint8Array; view: DataView; account(position: number): string }
type Read = (parts: Parts) => SolanaAction | undefined

const readSystem: Read = ({ view, account, data }) => {
  const u64 = (at: number): bigint => view.getBigUint64(at, true)
  const key = (at: number): string => base58.encode(data.slice(at, at + 32))
  const native = { kind: 'transfer', mint: null, decimals: 9 } as const
  switch (view.getUint32(0, true)) {
    case 0:
      return { kind: 'create', account: account(1), lamports: u64(4), owner: key(20) }
    case 1:
      return { kind: 'control', name: 'assign', account: account(0), to: key(4) }
    case 2:
      return { ...native, amount: u64(4), from: account(0), to: account(1) }
    case 4:
      return { kind: 'known', name: 'advanceNonce' }
    case 5:
      return { ...native, amount: u64(4), from: account(0), to: account(1) }
    case 7:
      return { kind: 'control', name: 'handOverNonce', account: account(0), to: key(4) }
    case 11:
      return { ...native, amount: u64(4), from: account(0), to: account(2) }
    default:
      return undefined
  }
}

const authorities = ['changeMinter', 'changeFreezer', 'changeOwner', 'changeCloser'] as const
const readToken: Read = ({ data, view, account }) => {
  const u64 = (at: number): bigint => view.getBigUint64(at, true)
  const key = (at: number): string => base58.encode(data.slice(at, at + 32))
  switch (data[0]) {
    case 3:
      return { kind: 'transfer', mint: '', amount: u64(1), from: account(0), to: account(1), decimals: null }
    case 4:
      return { kind: 'allow', account: account(0), amount: u64(1), spender: account(1) }
    case 5:
      return { kind: 'revoke', account: account(0) }
    case 6:
      return {
        kind: 'control',
        name: authorities[data[1] ?? 4] ?? 'changeAuthority',
        account: account(0),
        to: data[2] === 1 ? key(3) : null,
      }
    case 7:
    case 14:
      return { kind: 'known', name: 'mint' }
    case 8:
    case 15:
      return { kind: 'known', name: 'burn' }
    case 9:
      return { kind: 'control', name: 'closeAccount', account: account(0), to: account(1) }
    case 12:
      return {
        kind: 'transfer',
        mint: account(1),
        amount: u64(1),
        from: account(0),
        to: account(2),
        decimals: view.getUint8(9),
      }
    case 13:
      return { kind: 'allow', account: account(0), amount: u64(1), spender: account(2) }
    case 17:
      return { kind: 'known', name: 'refresh' }
    case 1:
    case 16:
    case 18:
      return { kind: 'known', name: 'openAccount' }
    default:
      return undefined
  }
}

const readComputeBudget: Read = ({ data, view }) => {
  if (data[0] === 2) return { kind: 'fee', unitLimit: view.getUint32(1, true), unitPrice: null }
  if (data[0] === 3) return { kind: 'fee', unitLimit: null, unitPrice: view.getBigUint64(1, true) }
  return data[0] === 1 || data[0] === 4 ? { kind: 'known', name: 'limits' } : undefined
}

const programs = new Map<string, Read>([
  [systemProgram, readSystem],
  ...tokenPrograms.map((program) => [program, readToken] as const),
  ...memoPrograms.map(
    (program) =>
      [program, ({ data }) => ({ kind: 'memo', text: new TextDecoder('utf-8', { fatal: true }).decode(data) })] as [
        string,
        Read,
      ],
  ),
  [associatedTokenProgram, ({ data }) => ((data[0] ?? 0) <= 1 ? { kind: 'known', name: 'openAccount' } : undefined)],
  [computeBudgetProgram, readComputeBudget],
])
