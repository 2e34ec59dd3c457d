import { type ProofOfWork, proofOfWorkText, workParts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { findNonce } from './findNonce.ts'

/** The entry of the worker that solves one proof of work. It holds no secret, and the document ends it with the request. */
addEventListener('message', ({ data }) => {
  const { challenge, bits } = data as ProofOfWork
  postMessage(
    Array.from({ length: workParts }, (_, part) => findNonce((nonce) => proofOfWorkText(challenge, part, nonce), bits)),
  )
})
