import { addErrors } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'

// Whatever of signing in comes first brings the words for what can go wrong with it.
addErrors(siwxErrors)
