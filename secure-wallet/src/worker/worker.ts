import { addErrors } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { createCustody } from './custody.ts'
import { kitCost } from './kit.ts'
import { serveCustody } from './workerChannel.ts'

addErrors(walletErrors)
serveCustody(self as unknown as MessagePort, createCustody({ exportable: self.name === 'vault', kitCost }))
