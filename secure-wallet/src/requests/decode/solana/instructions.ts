import { base58 } from '@scure/base'
import type { SolanaInstructionName } from '../../../approval/solanaMessages.ts'
import { systemProgram, tokenPrograms } from './accounts.ts'
import type { SolanaInstruction } from './transaction.ts'

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

const memoPrograms = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

/** Decodes an instruction. `accounts` are all accounts of the transaction, those of its lookup tables included. */
export const decodeInstruction = (instruction: SolanaInstruction, accounts: readonly string[]): SolanaAction => {
  const unknown: SolanaAction = { kind: 'unknown', program: instruction.program }
  const read = programs.get(instruction.program)
  if (!read) return unknown
  const { data } = instruction
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const account = (position: number): string => {
    const address = accounts[instruction.accounts[position] ?? -1]
    if (address === undefined) throw new RangeError('account')
    return address
  }
  try {
    return read({ data, view, account }) ?? unknown
  } catch {
    // The data is too short for the instruction that its first byte names.
    return unknown
  }
}

/** True for a transaction that stays valid until somebody advances its nonce: this is then its first instruction. */
export const advancesNonce = ({ program, data }: SolanaInstruction): boolean =>
  program === systemProgram && data.length === 4 && data[0] === 4 && data.slice(1).every((byte) => byte === 0)

type Parts = { data: Uint8Array; view: DataView; account(position: number): string }
type Read = (parts: Parts) => SolanaAction | undefined

const readSystem: Read = ({ view, account, data }) => {
  const u64 = (at: number): bigint => view.getBigUint64(at, true)
  const key = (at: number): string => base58.encode(data.slice(at, at + 32))
  /** The position behind a text, which follows its length of eight bytes. */
  const behindText = (at: number): number => at + 8 + Number(u64(at))
  const native = { kind: 'transfer', mint: null, decimals: 9 } as const
  switch (view.getUint32(0, true)) {
    case 0:
      return { kind: 'create', account: account(1), lamports: u64(4), owner: key(20) }
    case 1:
      return { kind: 'control', name: 'assign', account: account(0), to: key(4) }
    case 2:
      return { ...native, amount: u64(4), from: account(0), to: account(1) }
    case 3: {
      const at = behindText(36)
      return { kind: 'create', account: account(1), lamports: u64(at), owner: key(at + 16) }
    }
    case 4:
      return { kind: 'known', name: 'advanceNonce' }
    case 5:
      return { ...native, amount: u64(4), from: account(0), to: account(1) }
    case 6:
      return { kind: 'known', name: 'openNonce' }
    case 7:
      return { kind: 'control', name: 'handOverNonce', account: account(0), to: key(4) }
    case 8:
      return { kind: 'known', name: 'allocate' }
    case 9:
      return { kind: 'control', name: 'assign', account: account(0), to: key(behindText(36) + 8) }
    case 10:
      return { kind: 'control', name: 'assign', account: account(0), to: key(behindText(36)) }
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
    case 10:
    case 11:
      return { kind: 'known', name: 'freeze' }
    case 12:
      return readCheckedTransfer({ data, view, account }, 1)
    case 13:
      return { kind: 'allow', account: account(0), amount: u64(1), spender: account(2) }
    case 17:
      return { kind: 'known', name: 'refresh' }
    case 1:
    case 16:
    case 18:
    case 22:
      return { kind: 'known', name: 'openAccount' }
    case 26:
      // Visitors need only the transfer among the instructions about transfer fees.
      return data[1] === 1 ? readCheckedTransfer({ data, view, account }, 2) : undefined
    default:
      return undefined
  }
}

const readCheckedTransfer = ({ view, account }: Parts, at: number): SolanaAction => ({
  kind: 'transfer',
  mint: account(1),
  amount: view.getBigUint64(at, true),
  from: account(0),
  to: account(2),
  decimals: view.getUint8(at + 8),
})

const readComputeBudget: Read = ({ data, view }) => {
  if (data[0] === 2) return { kind: 'fee', unitLimit: view.getUint32(1, true), unitPrice: null }
  if (data[0] === 3) return { kind: 'fee', unitLimit: null, unitPrice: view.getBigUint64(1, true) }
  return data[0] === 1 || data[0] === 4 ? { kind: 'fee', unitLimit: null, unitPrice: null } : undefined
}

const readAssociatedAccount: Read = ({ data, account }) => {
  if ((data[0] ?? 0) <= 1) return { kind: 'known', name: 'openAccount' }
  return data[0] === 2 ? { kind: 'control', name: 'closeAccount', account: account(0), to: account(2) } : undefined
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
  [associatedTokenProgram, readAssociatedAccount],
  [computeBudgetProgram, readComputeBudget],
])
