import { addErrors } from 'loader/protocol/errorCatalogue.ts'
import { siwxErrors } from 'loader/protocol/siwxErrors.ts'

// Whatever of signing in comes first brings the words for what can go wrong with it.
addErrors(siwxErrors)
