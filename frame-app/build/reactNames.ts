import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * Property names that only React's reconciler uses, and only on its own objects. A name must not be in this list if an
 * option, an element, a context or a class component also has a property of that name.
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

/**
 * Shortens these property names in React's client file, the only file that uses them, before the bundler joins it with
 * other code.
 */
export const reactNames = (): Plugin => ({
  name: 'react-names',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler: async (code) => {
      const regex = new RegExp(`^(?:${names.join('|')})$`)
      // Terser's option `builtins` also lets it rename `alternate` and `flags`. Browser objects have properties of
      // these names, but React keeps its own on other objects.
      const mangled = await minify(code, {
        module: true,
        compress: false,
        mangle: { properties: { regex, builtins: true } },
      })
      return { code: mangled.code ?? code, map: null }
    },
  },
})
