import { addErrors } from '@appkit-frame/loader/protocol/errorCatalogue.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/walletErrors.ts'
import { createCustody } from './custody.ts'
import { kitCost } from './kit.ts'
import { serveCustody } from './workerLine.ts'

addErrors(walletErrors)
serveCustody(self as unknown as MessagePort, createCustody({ exportable: self.name === 'vault', kitCost }))
