import { addErrors } from '@appkit-frame/loader/protocol/errorCatalogue.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/siwxErrors.ts'

// Whatever of signing in comes first brings the words for what can go wrong with it.
addErrors(siwxErrors)
