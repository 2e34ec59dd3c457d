import { createCustody } from './custody.ts'
import { kitCost } from './kit.ts'
import { serveCustody } from './workerChannel.ts'

serveCustody(self as unknown as MessagePort, createCustody({ exportable: self.name === 'vault', kitCost }))
