import { createCustody } from './custody.ts'
import { kitCost } from './kitPhrase.ts'
import { serveCustody } from './serveCustody.ts'

serveCustody(
  self as unknown as MessagePort,
  createCustody({ isWalletWindow: self.name === 'vault', kitCost, origin: self.location.origin }),
)
