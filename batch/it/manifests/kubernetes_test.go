package manifests

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// documents are the texts of the objects of a file.
func documents(t *testing.T, path string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(text, []byte("\n---\n"))
}

// manifests are the objects of a file, by their kinds.
func manifests(t *testing.T, path string) map[string]any {
	t.Helper()
	all := make(map[string]any)
	for _, one := range documents(t, path) {
		var kind metav1.TypeMeta
		if err := yaml.Unmarshal(one, &kind); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var object any
		switch kind.APIVersion + " " + kind.Kind {
		case "apps/v1 Deployment":
			object = new(appsv1.Deployment)
		case "apps/v1 StatefulSet":
			object = new(appsv1.StatefulSet)
		case "v1 Service":
			object = new(corev1.Service)
		case "autoscaling/v2 HorizontalPodAutoscaler":
			object = new(autoscalingv2.HorizontalPodAutoscaler)
		case "policy/v1 PodDisruptionBudget":
			object = new(policyv1.PodDisruptionBudget)
		case "batch/v1 Job":
			object = new(batchv1.Job)
		default:
			t.Fatalf("%s: what is %s %s?", path, kind.APIVersion, kind.Kind)
		}
		// Strict: a field that the API does not have, or that is there twice, is an error.
		if err := yaml.UnmarshalStrict(one, object); err != nil {
			t.Fatalf("%s: %s: %v", path, kind.Kind, err)
		}
		all[kind.Kind] = object
	}
	return all
}

// The manifests have no field that the API of Kubernetes does not know, and their parts fit together.
func TestKubernetes(t *testing.T) {
	all := manifests(t, "../../../deploy/kubernetes.yaml")
	deployment := all["Deployment"].(*appsv1.Deployment)
	service := all["Service"].(*corev1.Service)
	scaler := all["HorizontalPodAutoscaler"].(*autoscalingv2.HorizontalPodAutoscaler)
	budget := all["PodDisruptionBudget"].(*policyv1.PodDisruptionBudget)

	labels := deployment.Spec.Template.Labels
	for what, selected := range map[string]map[string]string{
		"Deployment": deployment.Spec.Selector.MatchLabels, "Service": service.Spec.Selector, "PodDisruptionBudget": budget.Spec.Selector.MatchLabels,
	} {
		if !maps.Equal(selected, labels) {
			t.Errorf("the %s selects %v, and pods have %v", what, selected, labels)
		}
	}
	if to := scaler.Spec.ScaleTargetRef; to.Kind != "Deployment" || to.Name != deployment.Name {
		t.Errorf("what is scaled is %s %s", to.Kind, to.Name)
	}
	if deployment.Spec.Replicas != nil {
		t.Error("the number of replicas is set: each deployment would undo what the autoscaler did")
	}
	c := deployment.Spec.Template.Spec.Containers[0]
	port := c.Ports[0]
	if to := service.Spec.Ports[0].TargetPort.StrVal; to != port.Name {
		t.Errorf("the service leads to the port %s, and there is %s", to, port.Name)
	}
	for what, p := range map[string]*corev1.Probe{"startup": c.StartupProbe, "readiness": c.ReadinessProbe, "liveness": c.LivenessProbe} {
		if p == nil || p.HTTPGet == nil || p.HTTPGet.Path != "/v1/health" || p.HTTPGet.Port.StrVal != port.Name {
			t.Errorf("%s probe: %+v", what, p)
		}
	}
	sound(t, deployment.Spec.Template.Spec)
}

func TestKubernetesBatch(t *testing.T) {
	job := manifests(t, "../../../deploy/kubernetes-batch.yaml")["Job"].(*batchv1.Job)
	sound(t, job.Spec.Template.Spec)
	if job.Spec.Template.Spec.RestartPolicy != corev1.RestartPolicyNever {
		t.Error("a policy about failures needs pods that are not restarted in place")
	}
}

func TestKubernetesKafka(t *testing.T) {
	all := manifests(t, "../../../deploy/kubernetes-kafka.yaml")
	set := all["StatefulSet"].(*appsv1.StatefulSet)
	service := all["Service"].(*corev1.Service)
	budget := all["PodDisruptionBudget"].(*policyv1.PodDisruptionBudget)
	labels := set.Spec.Template.Labels
	for what, selected := range map[string]map[string]string{
		"StatefulSet": set.Spec.Selector.MatchLabels, "Service": service.Spec.Selector, "PodDisruptionBudget": budget.Spec.Selector.MatchLabels,
	} {
		if !maps.Equal(selected, labels) {
			t.Errorf("the %s selects %v, and pods have %v", what, selected, labels)
		}
	}
	if set.Spec.ServiceName != service.Name || service.Spec.ClusterIP != corev1.ClusterIPNone {
		t.Errorf("the service of the set is %s, and there is %s", set.Spec.ServiceName, service.Name)
	}
	c := set.Spec.Template.Spec.Containers[0]
	named := slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool {
		return v.Name == "POD_NAME" && v.ValueFrom != nil && v.ValueFrom.FieldRef != nil && v.ValueFrom.FieldRef.FieldPath == "metadata.name"
	})
	if at := slices.Index(c.Args, "--instance"); at < 0 || c.Args[at+1] != "$(POD_NAME)" || !named {
		t.Errorf("workers are not called as their pods are: %q", c.Args)
	}
	sound(t, set.Spec.Template.Spec)
}

// sound fails if pods may do more than they need, or have no limits.
func sound(t *testing.T, pod corev1.PodSpec) {
	t.Helper()
	if s := pod.SecurityContext; s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot {
		t.Error("pods may run as root")
	}
	for _, c := range pod.Containers {
		for _, kind := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory} {
			least, most := c.Resources.Requests[kind], c.Resources.Limits[kind]
			if least.IsZero() || most.IsZero() || least.Cmp(most) > 0 {
				t.Errorf("%s: %s: %s is asked for, the limit is %s", c.Name, kind, least.String(), most.String())
			}
		}
		s := c.SecurityContext
		if s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation {
			t.Errorf("%s: it may write to its image, or gain rights", c.Name)
		}
	}
}
