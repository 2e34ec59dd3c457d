import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * Private properties of React's reconciler on its own objects. A name that an option, an element, a context or a class
 * component also uses must not be in this list.
 */
const names = [
  '_fragmentFiber',
  '_visibility',
  'alternate',
  'attachedListener',
  'baseLanes',
  'baseQueue',
  'baseState',
  'blockedOn',
  'cachePool',
  'callbackNode',
  'callbackPriority',
  'cancelPendingCommit',
  'child',
  'childLanes',
  'containerInfo',
  'deletions',
  'dehydrated',
  'eagerState',
  'elementType',
  'entangledLanes',
  'entanglements',
  'errorRecoveryDisabledLanes',
  'expirationTimes',
  'expiredLanes',
  'firstBaseUpdate',
  'firstContext',
  'flags',
  'hasEagerState',
  'hiddenCallbacks',
  'hiddenUpdates',
  'hoistableScripts',
  'hoistableStyles',
  'incompleteTransitions',
  'isBackwards',
  'isDehydrated',
  'lanes',
  'lastBaseUpdate',
  'lastEffect',
  'lastRenderedReducer',
  'lastRenderedState',
  'memoCache',
  'memoizedProps',
  'memoizedState',
  'memoizedValue',
  'pendingChildren',
  'pendingContext',
  'pendingLanes',
  'pendingProps',
  'pingCache',
  'pingedLanes',
  'pooledCache',
  'pooledCacheLanes',
  'refCleanup',
  'renderingStartTime',
  'retryLane',
  'return',
  'retryQueue',
  'revertLane',
  'shellSuspendCounter',
  'sibling',
  'stateNode',
  'subtreeFlags',
  'suspendedLanes',
  'tailMode',
  'timeoutHandle',
  'treeContext',
  'treeForkCount',
  'unsuspend',
  'updateQueue',
  'warmLanes',
]

/** Gives these properties short names, in the one file that uses them and before anything else is bundled with it. */
export const reactNames = (): Plugin => ({
  name: 'react-names',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler: async (code) => {
      const regex = new RegExp(`^(?:${names.join('|')})$`)
      // `builtins` also renames `alternate` and `flags`. Browsers have properties of these names, but on objects that
      // React never holds.
      const mangled = await minify(code, {
        module: true,
        compress: false,
        mangle: { properties: { regex, builtins: true } },
      })
      return { code: mangled.code ?? code, map: null }
    },
  },
})
