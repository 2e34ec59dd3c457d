import { createAppKit } from 'appkit-frame'
import { AppKitButton, useAppKitAccount } from 'appkit-frame/react'
import { createRoot } from 'react-dom/client'

createAppKit({ src: 'https://modal.example/loader.js' })

function Shop() {
  const { status } = useAppKitAccount()
  return (
    <main>
      <AppKitButton />
      <p>{status}</p>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Shop />)
