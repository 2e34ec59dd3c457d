import { lazyComponent } from '../../ui/lazyComponent.tsx'

const importRareParts = () => import('./chunk.ts')
/**
 * The parts of the connect view that are not in the code of the first view. In a project with the login by email they
 * are here before the view renders (`loadRareParts`). In other projects only a notice above the wallets loads them.
 */
export const rareParts = {} as Awaited<ReturnType<typeof importRareParts>>
export const loadRareParts = async () => Object.assign(rareParts, await importRareParts())

export const WalletNotice = lazyComponent(async () => (await loadRareParts()).WalletNotice)
