import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'

type Transfer = { from: string; to: string; lamports: bigint; blockhash: string }

/** Compiles an unsigned transfer of SOL (system program), in the form in which a page gives it to a wallet. */
export function compileTransfer({ from, to, lamports, blockhash: recent }: Transfer): Uint8Array {
  const payer = address(from)
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  const transfer = {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [
      { address: payer, role: AccountRole.WRITABLE_SIGNER },
      { address: address(to), role: AccountRole.WRITABLE },
    ],
    data,
  }
  const lifetime = { blockhash: blockhash(recent), lastValidBlockHeight: 1_000n }
  const unsigned = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstruction(transfer, message),
    compileTransaction,
  )
  return Uint8Array.from(getTransactionEncoder().encode(unsigned))
}
