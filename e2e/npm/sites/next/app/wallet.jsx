'use client'

import { createAppKit } from 'appkit-frame'
import { AppKitButton, useAppKitAccount, useAppKitState } from 'appkit-frame/react'

createAppKit({
  src: process.env.NEXT_PUBLIC_LOADER,
  integrity: process.env.NEXT_PUBLIC_LOADER_INTEGRITY,
})

export function Wallet() {
  const { status } = useAppKitAccount()
  const { open } = useAppKitState()
  return (
    <>
      <AppKitButton />
      <p id="status">{status}</p>
      <p id="modal">{open ? 'open' : 'closed'}</p>
    </>
  )
}
