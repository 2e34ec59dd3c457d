import { Wallet } from './wallet.jsx'

export default function Page() {
  return (
    <main>
      <h1>Slow Mornings</h1>
      <Wallet />
    </main>
  )
}
