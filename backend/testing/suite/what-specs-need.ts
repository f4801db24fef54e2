/** What a machine or a user cannot run is said by name, once; in CI of programs only Docker may be missing. */
export const needRedis = ['backend/**/redis*.spec.ts', 'backend/**/*.redis.spec.ts'];
export const needDocker = ['backend/**/*.docker.spec.ts'];
export const needCompiler = ['backend/**/*.compiler.spec.ts'];
export const needHaproxy = ['backend/**/*.haproxy.spec.ts', 'backend/**/*.haproxy.thorough.spec.ts'];
export const needBrowser = ['frontend/e2e/**/*.spec.ts'];
export const needSmallDisk = ['backend/**/full-disk.spec.ts'];
export const needRoot = ['backend/operator/arguments/owner-of-data.thorough.spec.ts'];
export const needOtherUser = [
  'backend/{operator/arguments/no-permission,start/preflight/files-of-another}.thorough.spec.ts',
];
export const needLinux = [
  'backend/{operator/arguments/no-folder.thorough,resilience-tests/growth/memory,runtime/processes/give-way}.spec.ts',
];
