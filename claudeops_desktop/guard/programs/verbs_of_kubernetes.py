"""The verbs of Kubernetes' tools with their effects, and which of their options are harmless (``subcommand_tables``)."""

from __future__ import annotations

KUBECTL = """
* -n: --namespace: --context: --cluster: -s?: --server?: --user: --token: --kubeconfig?: --as: --as-group: --request-timeout: -v: --certificate-authority: --client-certificate: --client-key: --cache-dir!: --tls-server-name: --field-manager: --log-file!: --log-dir!: --profile?: --profile-output!: --vmodule: --password: --username: --kuberc?: --insecure-skip-tls-verify --disable-compression --match-server-version --warnings-as-errors --log-flush-frequency: --as-uid: --skip-headers --stderrthreshold: --alsologtostderr --logtostderr --disable-compression -h
read get describe logs log top version cluster-info api-resources api-versions explain events diff wait options rollout.status rollout.history auth.can-i auth.whoami config.view config.get-contexts config.current-context config.get-clusters config.get-users kustomize
restart rollout.restart rollout.pause rollout.resume
stop drain cordon taint
host set.serviceaccount set.subject create.clusterrolebinding create.rolebinding create.clusterrole create.role
disclose create.token cluster-info.dump
redeploy apply create replace scale autoscale uncordon set.image set.env set.resources set.selector rollout.undo patch run expose label annotate apply.edit-last-applied apply.set-last-applied
destructive delete edit config.use-context config.set config.set-context config.set-cluster config.set-credentials config.unset config.delete-context config.delete-cluster config.delete-user config.rename-context certificate.approve certificate.deny auth.reconcile
destructive cp
unknown exec attach port-forward proxy debug plugin ctx ns krew alpha certificate completion
read completion apply.view-last-applied
@drain --delete-emptydir-data! --delete-local-data! --disable-eviction! --force! --grace-period: --ignore-daemonsets -l: --selector: --pod-selector: --timeout: --skip-wait-for-delete-timeout:
@run --image: --overrides^: --override-type: --privileged^ -l: --labels: --env: --restart: --port: --command -i -t --rm -q --image-pull-policy: --annotations: --limits: --requests:
@get -o: --output: -l: --selector: -f: --filename: -L: --label-columns: --sort-by: --field-selector: --template: --raw: --chunk-size: --subresource: -k: --kustomize:
@describe -l: --selector: -f: --filename: -k:
@logs,log -c: --container: -l: --selector: --since: --since-time: --tail: --limit-bytes: --max-log-requests: --pod-running-timeout:
@top -l: --selector: --sort-by: --field-selector: --containers
@diff -f: --filename: -k: --kustomize: -l:
@wait --for: -l: --selector: --timeout: -f: -o:
@events --for: --types: -o: -w
@rollout.restart,rollout.status,rollout.undo,rollout.history,rollout.pause,rollout.resume -l: --selector: -f: --filename: --to-revision: --revision: --timeout: -k: -o:
@scale --replicas: --current-replicas: --resource-version: --timeout: -f: --filename: -l: --selector: -k: -o:
@delete -f: --filename: -l: --selector: --grace-period: --timeout: --field-selector: -k: --kustomize: -o: --cascade: --raw:
@apply,create,replace -f: --filename: -k: --kustomize: -l: --selector: -o: --output: --timeout: --dry-run: --prune! --force! --raw!: --image: --from-literal: --from-file: --prune-allowlist: --schedule: --replicas: --port: --type:
@patch -p: --patch: --type: --patch-file: -o: -f: --subresource:
@set.image,set.env,set.resources -c: --containers: -e: --env: --from: --limits: --requests: -l: -f: -o: --selector:
@config.view --raw$ --flatten$ -o: --output: --template:
@cluster-info --output-directory!:
@get -[Aowk] --all-namespaces -w --watch --watch-only --no-headers --show-labels --show-kind --show-managed-fields --ignore-not-found -R --recursive --allow-missing-template-keys --server-print --output-watch-events -n: --all
@describe -A --all-namespaces --show-events --chunk-size: -R --recursive
@logs,log -f --follow -p --previous --timestamps --prefix --all-containers --all-pods --ignore-errors --insecure-skip-tls-verify-backend
@top -A --all-namespaces --no-headers --use-protocol-buffers --show-capacity --sum --show-swap
@events -A --all-namespaces --no-headers --watch --chunk-size: --output: -w
@wait --all -A --all-namespaces --output: --field-selector: --local -R --recursive
@diff -R --recursive --server-side --force-conflicts --selector: --show-managed-fields --concurrency:
@rollout.restart,rollout.status,rollout.undo,rollout.history,rollout.pause,rollout.resume -w --watch -R --recursive --output: --show-managed-fields --dry-run: --template:
@api-resources --namespaced --verbs: -o: --output: --no-headers --api-group: --cached --sort-by: --categories: --show-kind
@explain --recursive --api-version: -o: --output:
@version --client -o: --output: --short
@auth.can-i --list -A --all-namespaces -q --quiet --subresource: --no-headers
@auth.whoami -o: --output:
@config.view --minify --merge --show-managed-fields --allow-missing-template-keys
@config.get-contexts -o: --output: --no-headers
@kustomize --load-restrictor: --reorder: -e: --env: --as-current-user
@apply,create,replace -R --recursive --validate --server-side --force-conflicts --overwrite --wait --record --save-config --all --show-managed-fields --class: --rule: --default-backend: --annotation: --tcp: --docker-server: --docker-username: --docker-email: --from-env-file: --description: --value: --edit --cascade --grace-period: --openapi-patch --prune-whitelist: --allow-missing-template-keys --template: --field-manager: --verb: --resource: --clusterrole: --serviceaccount: --group: --append-hash --restart: --min-available: --max-unavailable: --hard: --scopes: --resource-name: --non-resource-url: --aggregation-rule: --preemption-policy: --audience: --duration: --cert: --key: --docker-password: --node-port: --external-name: --clusterip:
@delete -A --all-namespaces --all --force --now --wait --ignore-not-found -R --recursive --dry-run: --output: --interactive -i
@scale --all -R --recursive --dry-run: --output: --record --show-managed-fields
@drain,cordon,uncordon,taint -l: --selector: --overwrite --all --dry-run: --chunk-size: -o: --output:
@run -[aT] --stdin --tty --attach --quiet --dry-run: -o: --output: --expose --leave-stdin-open --pod-running-timeout: --annotations: --save-config --image: -n: --timeout: --wait --grace-period: --cascade --force --show-managed-fields --record
@patch --dry-run: --output: --local --record -R --recursive --show-managed-fields
@set.image,set.env,set.resources --all --local --dry-run: --output: --record -R --recursive --selector: --filename: --list --overwrite --resolve --prefix: --keys: -k:
@autoscale --max: --min: --cpu-percent: --cpu: --memory: --name: --dry-run: -o: --output: -f: --filename: -k:
@expose --port: --target-port: --type: --name: --protocol: --selector: -l: --labels: --dry-run: -o: --output: -f: --external-ip: --load-balancer-ip: --cluster-ip: --session-affinity:
@label,annotate -l: --selector: --overwrite --all -A --all-namespaces --list --dry-run: -o: --output: --resource-version: --field-selector: -f: --local
@cluster-info --all-namespaces -A --namespaces: -o: --output:
@create.token --duration: --audience: --bound-object-kind: --bound-object-name: -o: --output:
"""

HELM = """
* -n: --namespace: --kube-context: --kubeconfig?: --kube-apiserver?: --kube-as-user: --kube-token: --registry-config: --repository-cache: --repository-config: --burst-limit: --qps: --kube-ca-file: --kube-as-group: --kube-tls-server-name: --debug -h
read list ls status history hist get.notes get.metadata version diff.upgrade diff.revision diff.rollback diff.release search.repo search.hub show.chart show.readme show.values show.all show.crds inspect repo.list repo.ls env dependency.list dep.list plugin.list lint template verify
redeploy install upgrade rollback repo.update repo.up dependency.update dependency.build dep.update dep.build create package pull fetch registry.login test
host plugin.install plugin.update repo.add
destructive uninstall delete del un repo.remove repo.rm plugin.uninstall plugin.remove registry.logout
disclose get.values get.all get.manifest get.hooks push
%install,upgrade,rollback,uninstall,delete,del,un --dry-run
@diff.upgrade --show-secrets$ --post-renderer?: -f: --values: --set: --set-string: --set-file: --version: -C: --context:
@template,lint --post-renderer?: --output-dir!: -f: --values: --set: --set-string: --set-file: --version: -s: --show-only: --kube-version: --api-versions:
@list,ls,status,history,hist -o: --output: -m: --max: --offset: -f: --filter: -l: --selector: --revision: --time-format:
@install,upgrade,rollback -f: --values: --set: --set-string: --set-file: --set-json: --version: --timeout: --repo^: --post-renderer?: --description: --username: --password: --name-template:
@list,ls -[aAqrd] --all --all-namespaces --deployed --failed --pending --superseded --uninstalled --uninstalling --date --reverse --short -q --no-headers --selector: --filter: --no-color
@status,history,hist --show-desc --show-resources
@get.notes,get.metadata,get.values,get.manifest,get.hooks,get.all --revision: -o: --output: -a --all --template:
@diff.upgrade,diff.revision,diff.rollback,diff.release --allow-unreleased --reuse-values --reset-values --reset-then-reuse-values --no-hooks --suppress: --no-color --color --detailed-exitcode -q --suppress-secrets --three-way-merge --normalize-manifests --include-tests --install --output: --strip-trailing-cr --devel --context: -C: --repo: --no-validate --disable-validation --dry-run --find-renames: -D: --set-json: --set-literal: --username: --ca-file: --insecure-skip-tls-verify
@template,lint --include-crds --skip-tests --validate --is-upgrade --release-name --no-hooks --set-json: --set-literal: --namespace: --strict --quiet --with-subcharts --name-template: --repo: --devel --dry-run --debug --skip-crds --disable-openapi-validation --description: -g --generate-name
@search.repo,search.hub -l --versions --devel --version: -r --regexp -o: --output: --max-col-width: --fail-on-no-result --list-repo-url --endpoint:
@show.chart,show.readme,show.values,show.all,show.crds,inspect --version: --devel --repo: --jsonpath: --username: --verify --ca-file: --insecure-skip-tls-verify --plain-http
@repo.list,repo.ls,plugin.list,dependency.list,dep.list -o: --output: --max-col-width:
@version --short --template: -c --client
@install,upgrade,rollback -i --install --atomic --wait --wait-for-jobs --create-namespace --reuse-values --reset-values --reset-then-reuse-values --force --no-hooks --cleanup-on-fail --dry-run --debug --devel --skip-crds --history-max: --set-literal: --dependency-update --render-subchart-notes -o: --output: -l: --labels: --disable-openapi-validation --verify --keyring: --ca-file: --insecure-skip-tls-verify --plain-http --generate-name -g --replace --recreate-pods --take-ownership --hide-secret --enable-dns --hide-notes --rollback-on-failure --skip-schema-validation --pass-credentials --force-replace --server-side --force-conflicts
@uninstall,delete,del,un --keep-history --wait --timeout: --no-hooks --dry-run --description: --ignore-not-found --cascade:
@test --logs --timeout: --filter: --hide-notes
@repo.update,repo.up --fail-on-repo-update-fail --timeout:
@dependency.update,dependency.build,dep.update,dep.build --skip-refresh --verify --keyring:
@pull,fetch --version: --untar --untardir: -d: --destination: --devel --repo: --prov --verify
@repo.add --force-update --no-update --username: --password: --pass-credentials --timeout:
"""

FLUX = """
* -n: --namespace: --context: --kubeconfig?: --timeout: --token: --verbose --as: --as-group: --insecure-skip-tls-verify --cluster: --user: -s: --server?: --token:
read get events logs stats tree version check trace diff export
stop suspend
restart resume
redeploy reconcile create install bootstrap push pull build
destructive delete uninstall
@export --with-credentials$ --all
@get -A --all-namespaces -w --watch --no-header --status-selector: -l: --label-selector:
@logs -f --follow -A --all-namespaces --level: --kind: --name: --tail: --since: --since-time: --flux-namespace:
@events -A --all-namespaces --for: -w --watch --types:
@tree --compact -o: --output:
@trace --kind: --api-version:
@diff,build --path: --kustomization-file: --progress-bar --local-sources: --recursive --ignore-paths: --strict-substitute
@export -A --all-namespaces
@stats -A --all-namespaces
@check --pre --components: --components-extra:
@version --client -o: --output:
@suspend,resume,reconcile -A --all --wait --with-source --force --reset -l:
@create,bootstrap --url: --branch: --path: --interval: --source: --export --prune --owner: --repository: --personal --components: --chart: --chart-version: --tag: --hostname: --private --team: --health-check: --secret-ref: --target-namespace: --values:
@delete -s --silent
"""

ARGOCD = """
* --server: --auth-token: --grpc-web-root-path: --config?: --kube-context: -o: --output: --grpc-web --insecure --plaintext --loglevel: --logformat: --argocd-context: --core --header:
read app.list app.get app.history app.diff app.logs app.manifests app.resources app.wait version cluster.list repo.list proj.list account.list account.get-user-info
restart app.actions.run
stop app.terminate-op
redeploy app.sync app.rollback app.create app.set app.patch app.unset
destructive app.delete app.delete-resource cluster.rm repo.rm proj.delete cluster.add repo.add
@app.get --refresh --hard-refresh --show-operation --show-params --grpc-web -N: --app-namespace: --timeout:
@app.list -l: --selector: -p: --project: -r: --repo: -c: --cluster: -N: --app-namespace:
@app.diff --local: --revision: --exit-code --hard-refresh --refresh --server-side-generate --local-repo-root: -N:
@app.logs -f --follow --tail: --since-seconds: --group: --kind: --name: --filter: -c: --container: -p --previous --until-time: -n: --namespace:
@app.manifests --revision: --source:
@app.wait --health --sync --operation --timeout: --suspended --degraded -l: --resource:
@app.history -N:
@app.resources --orphaned
@app.sync --prune --force --dry-run --async --revision: -l: --resource: --timeout: --strategy: --label: --replace --server-side --apply-out-of-sync-only --retry-limit: -N: --app-namespace: --local:
@app.rollback --prune --timeout:
@app.set -p: --parameter: --values: --revision: --sync-policy: --auto-prune --self-heal --helm-set: --kustomize-image:
@app.create --repo: --path: --dest-server: --dest-namespace: --project: --sync-policy: --revision: --upsert -f: --file: --helm-chart:
@app.delete --cascade -y --yes --propagation-policy:
@version --client --short
"""
