import { pinnedLoader } from 'appkit-frame/integrity'

const { MODAL_ORIGIN: modalOrigin, WALLET_ORIGIN: walletOrigin, REPOSITORY: root } = process.env
const { src, integrity } = await pinnedLoader({ modalOrigin, walletOrigin })

export default {
  // The site shares the packages of the repository.
  turbopack: { root },
  env: { NEXT_PUBLIC_LOADER: src, NEXT_PUBLIC_LOADER_INTEGRITY: integrity },
}
